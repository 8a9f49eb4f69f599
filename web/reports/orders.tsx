import { orderSorts, sortsOf, WAS_PAID } from '#domain/report.ts'
import { standing } from '#texts/reports.ts'
import { wasPaid } from '#texts/states.ts'
import { fileOf } from '../http/download.ts'
import { useLocale, useTexts } from '../texts.ts'
import { ColumnsMenu, useChosenColumns } from '../ui/columns-menu.tsx'
import { useQuery } from '../ui/query.ts'
import { SavedViews } from '../ui/saved-views.tsx'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { Ledger, pageOf, useRows } from './ledger.tsx'
import { narrowedBy, useOptions } from './options.ts'
import { away, OrderSum, useOrderColumns, useOrderFoot } from './order-ledger.tsx'
import { periodOf } from './period.ts'
import styles from './report.module.css'
import words, { orderWords } from './texts.ts'

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
  const locale = useLocale()
  const options = useOptions()
  const whole = useOrderColumns(options.insurer)
  const { shown, menu, keys } = useChosenColumns('report-orders', whole, away)
  const foot = useOrderFoot()
  const sort = sortsOf(orderSorts).find((one) => one === query.get('sort')) ?? 'newest'
  const filter = { ...periodOf(query, today), ...narrowedBy(query) }
  const rows = useRows('reportOrders', { ...filter, sort, ...pageOf(query) }, (reply) => reply)
  return (
    <div className={styles.whole}>
      <Filters
        today={today}
        choices={[
          {
            name: 'status',
            label: t.status,
            options: [
              ...states.map((value) => ({ value, label: t.statuses[value] ?? value })),
              { value: WAS_PAID, label: wasPaid[locale] },
            ],
          },
          ...options.choices,
        ]}
        end={
          <>
            <SavedViews
              list="report-orders"
              without={['sale', 'page']}
              told={periodOf(query, today)}
            />
            <ColumnsMenu {...menu} />
            <Files
              save={fileOf('reportOrders')}
              query={{ ...filter, sort, ...(keys ? { columns: keys.join(',') } : {}) }}
            />
          </>
        }
      >
        <Ledger
          key={JSON.stringify([filter, sort])}
          caption={caption}
          columns={shown}
          rows={rows}
          foot={foot}
          counted={({ count }) => count}
          summed={(shown, totals) => <OrderSum shown={shown} totals={totals} />}
        />
        <p className={styles.about}>{standing.orders[locale]}</p>
      </Filters>
    </div>
  )
}
