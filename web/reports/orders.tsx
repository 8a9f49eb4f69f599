import { reportSorts } from '#domain/report.ts'
import { useTexts } from '../texts.ts'
import { useQuery } from '../ui/query.ts'
import { fileOf } from './download.ts'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { Ledger, useRows } from './ledger.tsx'
import { narrowedBy, useOptions } from './options.ts'
import { OrderSum, useOrderColumns, useOrderFoot } from './order-ledger.tsx'
import { periodOf } from './period.ts'
import styles from './report.module.css'
import words from './report-texts.ts'
import orderWords from './texts.ts'

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

/** Orders of a period as a ledger: rows from the first screen on, their sums in sight. */
export function Orders({ today }: { today: string }) {
  const t = useTexts(words)
  const { caption } = useTexts(orderWords)
  const query = useQuery()
  const options = useOptions()
  const columns = useOrderColumns(options.insurer)
  const foot = useOrderFoot()
  const sort = reportSorts.find((one) => one === query.get('sort')) ?? 'newest'
  const filter = { ...periodOf(query, today), ...narrowedBy(query) }
  const rows = useRows('reportOrders', { ...filter, sort }, (reply) => reply)
  return (
    <div className={styles.whole}>
      <Filters
        today={today}
        choices={[
          {
            name: 'status',
            label: t.status,
            options: states.map((value) => ({ value, label: t.statuses[value] ?? value })),
          },
          ...options.choices,
        ]}
        end={<Files save={fileOf('reportOrders')} query={{ ...filter, sort }} />}
      >
        <Ledger
          key={JSON.stringify([filter, sort])}
          caption={caption}
          columns={columns}
          rows={rows}
          foot={foot}
          summed={(shown, totals) => <OrderSum shown={shown} totals={totals} />}
        />
      </Filters>
    </div>
  )
}
