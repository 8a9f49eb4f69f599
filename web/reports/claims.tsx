import { claimColumns } from '#texts/report-columns.ts'
import claimWords from '../claims/texts.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import words from './claims-texts.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { narrowedBy, useOptions } from './options.ts'
import { Paged } from './paged.tsx'
import { periodOf } from './period.ts'
import { ReportTable } from './report-table.tsx'
import reportWords from './report-texts.ts'
import { Totals } from './totals.tsx'

const states = ['wait', 'under_consideration', 'accepted', 'rejected', 'completed'] as const
const sorts = ['newest', 'oldest'] as const
/** The company before the source. */
const order = [
  ...(['id', 'createdAt', 'status', 'policyNumber', 'insurer', 'source', 'promoter'] as const),
  ...(['client', 'damageType', 'decidedOn', 'paidOn'] as const),
]

/** Claims of a period: filters in the address, sums on top, the whole as a file. */
export function Claims({ today }: { today: string }) {
  const t = useTexts(words)
  const report = useTexts(reportWords)
  const stateNames = useTexts(claimWords).states
  const named: Record<string, string> = stateNames
  const query = useQuery()
  const options = useOptions()
  const sort = sorts.find((one) => one === query.get('sort')) ?? 'newest'
  const filter = { ...periodOf(query, today), ...narrowedBy(query) }
  const key = JSON.stringify(filter)
  return (
    <Filters
      today={today}
      choices={[
        {
          name: 'status',
          label: report.status,
          options: states.map((value) => ({ value, label: stateNames[value] })),
        },
        ...options.choices,
        {
          name: 'sort',
          label: report.sort,
          options: [{ value: 'oldest', label: report.sorts.oldest }],
        },
      ]}
      end={<Files save={fileOf('reportClaims')} query={{ ...filter, sort }} />}
    >
      <Paged
        key={`${key}${sort}`}
        load={(cursor, signal) =>
          ask('reportClaims', { ...filter, sort, ...(cursor ? { cursor } : {}) }, { signal })
        }
        above={(totals) => <Sums {...totals} />}
      >
        {(rows) => (
          <ReportTable
            caption={t.caption}
            columns={claimColumns}
            order={order}
            rows={rows}
            words={{
              status: (code) => named[code] ?? code,
              source: (code) => report.sources[code] ?? code,
              insurer: options.insurer,
            }}
          />
        )}
      </Paged>
    </Filters>
  )
}

function Sums({ count, byStatus }: NonNullable<Reply<'reportClaims'>['totals']>) {
  const report = useTexts(reportWords)
  const stateNames: Record<string, string> = useTexts(claimWords).states
  const statuses = byStatus.map(({ status, count: of }) => ({
    label: stateNames[status] ?? status,
    count: of,
  }))
  return <Totals sums={[{ label: report.count, value: String(count) }]} statuses={statuses} />
}
