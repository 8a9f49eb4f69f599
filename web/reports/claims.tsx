import { pathOf } from '#contract/pages.ts'
import { groupDigits } from '#domain/format.ts'
import { claimColumns } from '#texts/report-columns.ts'
import claimWords from '../claims/texts.ts'
import type { Reply } from '../http/api.ts'
import { fileOf } from '../http/download.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { Below } from '../ui/below.tsx'
import { shortInsurer } from '../ui/insurer-name.ts'
import { useQuery } from '../ui/query.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { pageOf, useRows } from './ledger.tsx'
import { narrowedBy, useOptions } from './options.ts'
import { periodOf } from './period.ts'
import styles from './report.module.css'
import { cellOf } from './report-cell.ts'
import { ReportLedger } from './report-ledger.tsx'
import reportWords, { claimWords as words } from './texts.ts'

const states = ['wait', 'under_consideration', 'accepted', 'rejected', 'completed'] as const
const sorts = ['newest', 'oldest'] as const
/** Columns shown; the source and the promoter are filters, and in the file. */
const order = [
  ...(['id', 'createdAt', 'status', 'policyNumber', 'insurer'] as const),
  ...(['client', 'damageType', 'asked', 'estimated', 'payable', 'decidedOn', 'paidOn'] as const),
]

type Row = Reply<'reportClaims'>['data'][number]
type Totals = NonNullable<Reply<'reportClaims'>['totals']>
const from = {
  ...({ createdAt: 900, policyNumber: 600, client: 900, damageType: 900 } as const),
  ...({ asked: 600, estimated: 600, insurer: 1200, decidedOn: 1200, paidOn: 1200 } as const),
}

/** Claims of a period: filters in the address, how many are in which state, the whole as a file. */
export function Claims({ today }: { today: string }) {
  const t = useTexts(words)
  const report = useTexts(reportWords)
  const stateNames = useTexts(claimWords).states
  const named: Record<string, string> = stateNames
  const query = useQuery()
  const locale = useLocale()
  const options = useOptions()
  const sort = sorts.find((one) => one === query.get('sort')) ?? 'newest'
  const filter = { ...periodOf(query, today), ...narrowedBy(query) }
  const key = JSON.stringify(filter)
  const rows = useRows('reportClaims', { ...filter, sort, ...pageOf(query) }, (reply) => reply)
  return (
    <div className={styles.whole}>
      <Filters
        today={today}
        choices={[
          {
            name: 'status',
            label: report.status,
            options: states.map((value) => ({ value, label: stateNames[value] })),
          },
          ...options.choices,
        ]}
        end={<Files save={fileOf('reportClaims')} query={{ ...filter, sort }} />}
      >
        <ReportLedger<typeof claimColumns, Row, Totals>
          key={`${key}${sort}`}
          caption={t.caption}
          columns={claimColumns}
          order={order}
          from={from}
          grows="damageType"
          below={{
            until: 900,
            wide: true,
            of: ({ createdAt, client, damageType, asked, estimated }) => (
              <>
                {almatyTime(createdAt).slice(0, 10)}
                <span>{cellOf(claimColumns.client, client)}</span>
                <span>{damageType}</span>
                <Below until={600} wide>
                  {asked === null ? null : <Sum of="asked" tenge={asked} />}
                  {estimated === null ? null : <Sum of="estimated" tenge={estimated} />}
                </Below>
              </>
            ),
          }}
          named={{
            status: (code) => named[code] ?? code,
            insurer: (code) => shortInsurer(options.insurer(code)),
          }}
          opens={{
            policyNumber: ({ policyNumber }) =>
              policyNumber
                ? `${pathOf('orders-report', locale)}?sale=${encodeURIComponent(policyNumber)}`
                : null,
          }}
          sorts={{ createdAt: { first: 'newest', second: 'oldest', rising: 'second' } }}
          rows={rows}
          foot={({ count, asked, estimated, payable }) => ({
            id: `${report.totals}: ${groupDigits(count)}`,
            asked: money(asked),
            estimated: money(estimated),
            payable: money(payable),
          })}
          counted={({ count }) => count}
          said={({ byStatus }) =>
            byStatus.map(({ status, count }) => `${named[status] ?? status}: ${count}`)
          }
        />
      </Filters>
    </div>
  )
}

/** A sum with its name, where its column gave way. */
function Sum({ of, tenge }: { of: 'asked' | 'estimated'; tenge: number }) {
  return (
    <span>
      {claimColumns[of].screen[useLocale()]}: {money(tenge)}
    </span>
  )
}
