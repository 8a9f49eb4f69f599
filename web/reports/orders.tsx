import { groupDigits } from '#domain/format.ts'
import { reportSorts } from '#domain/report.ts'
import { orderColumns, orderSums } from '#texts/report-columns.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { narrowedBy, useOptions } from './options.ts'
import { Paged } from './paged.tsx'
import { periodOf } from './period.ts'
import { ReportTable } from './report-table.tsx'
import words from './report-texts.ts'
import orderWords from './texts.ts'
import { Totals } from './totals.tsx'

const states = [
  'awaiting_payment',
  'paid',
  'issuing',
  'issued',
  'issue_failed',
  'expired',
  'rejected',
  'cancelled',
  'refunding',
  'refunded',
  'refund_failed',
  'not_renewed',
]

const summed = Object.keys(orderSums) as (keyof typeof orderSums)[] // the keys of the table

export function Orders({ today }: { today: string }) {
  const t = useTexts(words)
  const own = useTexts(orderWords)
  const query = useQuery()
  const options = useOptions()
  const period = periodOf(query, today)
  const narrowed = narrowedBy(query)
  const sort = reportSorts.find((one) => one === query.get('sort')) ?? 'newest'
  const filter = { ...period, ...narrowed }
  const key = JSON.stringify(filter)
  return (
    <Filters
      today={today}
      choices={[
        {
          name: 'status',
          label: t.status,
          options: states.map((value) => ({ value, label: t.statuses[value] ?? value })),
        },
        ...options.choices,
        {
          name: 'sort',
          label: t.sort,
          sort: true,
          options: reportSorts.map((value) => ({ value, label: t.sorts[value] })),
        },
      ]}
    >
      <Files save={fileOf('reportOrders')} query={{ ...filter, sort }} personal />
      <Paged
        key={`${key}${sort}`}
        load={(cursor, signal) =>
          ask('reportOrders', { ...filter, sort, ...(cursor ? { cursor } : {}) }, { signal })
        }
        above={(total) => <Sums total={total} />}
      >
        {(rows) => (
          <ReportTable
            caption={own.caption}
            columns={orderColumns}
            rows={rows}
            words={{
              status: (code) => t.statuses[code] ?? code,
              source: (code) => t.sources[code] ?? code,
              insurer: options.insurer,
            }}
          />
        )}
      </Paged>
    </Filters>
  )
}

function Sums({ total }: { total: NonNullable<Reply<'reportOrders'>['totals']> }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <Totals
      sums={[
        { label: t.count, value: groupDigits(total.count) },
        ...summed.map((key) => ({ label: orderSums[key][locale], value: money(total[key]) })),
      ]}
      statuses={total.byStatus.map(({ status, count }) => ({
        label: t.statuses[status] ?? status,
        count,
      }))}
    />
  )
}
