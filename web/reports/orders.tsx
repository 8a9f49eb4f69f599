import { groupDigits } from '#domain/format.ts'
import { reportSorts } from '#domain/report.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { money, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { useQuery } from '../ui/query.ts'
import { Table } from '../ui/table.tsx'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { narrowedBy, useOptions } from './options.ts'
import { Paged } from './paged.tsx'
import { periodOf } from './period.ts'
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
const columns = [
  'number',
  'created',
  'status',
  'source',
  'insurer',
  'promoter',
  'client',
  'premium',
  'ogpoPlus',
  'commission',
  'amount',
] as const
const sums = new Set<string>(['premium', 'ogpoPlus', 'commission', 'amount'])

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
          <Table
            caption={own.caption}
            columns={columns.map((name) => ({
              key: name,
              title: own.columns[name],
              number: sums.has(name),
              whole: name === 'client',
            }))}
            rows={rows.map((row) => ({
              key: row.id,
              cells: {
                number: row.number,
                created: almatyTime(row.createdAt),
                status: t.statuses[row.status] ?? row.status,
                source: t.sources[row.source] ?? row.source,
                insurer: options.insurer(row.insurer),
                promoter: row.promoter ?? '–',
                client: row.client || '–',
                premium: money(row.premium),
                ogpoPlus: row.ogpoPlus ? money(row.ogpoPlus) : '–',
                commission: money(row.commission),
                amount: money(row.amount),
              },
            }))}
          />
        )}
      </Paged>
    </Filters>
  )
}

function Sums({ total }: { total: NonNullable<Reply<'reportOrders'>['totals']> }) {
  const t = useTexts(words)
  const own = useTexts(orderWords)
  return (
    <Totals
      sums={[
        { label: t.count, value: groupDigits(total.count) },
        { label: own.amount, value: money(total.amount) },
        { label: own.premium, value: money(total.premium) },
        { label: own.ogpoPlus, value: money(total.ogpoPlus) },
        { label: own.commission, value: money(total.commission) },
      ]}
      statuses={total.byStatus.map(({ status, count }) => ({
        label: t.statuses[status] ?? status,
        count,
      }))}
    />
  )
}
