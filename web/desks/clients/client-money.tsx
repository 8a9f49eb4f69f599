import { money, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import orderWords from '../../ui/order-words.ts'
import styles from './card.module.css'
import type { StaffClient } from './client.ts'
import { DeskLink } from './desk-link.tsx'
import { Part } from './part.tsx'
import clientWords, { cardWords as words } from './texts.ts'

const sums = ['paid', 'returned', 'returning', 'waiting'] as const

/** Money as a ledger, the newest first, under its four sums. */
export function Money({ client }: { client: StaffClient }) {
  const t = useTexts(words)
  const { ways } = useTexts(clientWords)
  const states = useTexts(orderWords)
  const numberOf = new Map(client.orders.map(({ order_id, number }) => [order_id, number]))
  const rows = [
    ...client.payments.map((payment) => ({
      ...payment,
      what: t.payment,
      way: ways[payment.system],
      state: states.payment[payment.state] ?? payment.state,
    })),
    ...client.refunds.map((refund) => ({
      ...refund,
      what: t.refund,
      way: '',
      at: refund.done_at ?? refund.at,
      amount: -refund.amount,
      state: states.refund[refund.state] ?? refund.state,
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <Part title={t.money.title} count={rows.length}>
      <dl className={styles.sums}>
        {sums.map((name) => (
          <div key={name}>
            <dt>{t.money[name]}</dt>
            <dd data-bad={name === 'waiting' && client.money.waiting > 0 ? '' : undefined}>
              {money(client.money[name])}
            </dd>
          </div>
        ))}
      </dl>
      <DenseTable
        caption={t.money.title}
        height="dense"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { key: 'when', title: t.columns.when, cell: ({ at }) => almatyTime(at) },
          { key: 'what', title: t.columns.what, cell: ({ what }) => what },
          {
            key: 'order',
            title: t.columns.order,
            from: 600,
            cell: ({ order_id }) => (
              <DeskLink to="order" id={order_id} text={numberOf.get(order_id) ?? order_id} />
            ),
          },
          { key: 'way', title: t.columns.way, from: 900, cell: ({ way }) => way },
          {
            key: 'state',
            title: t.columns.state,
            grows: true,
            from: 600,
            cell: ({ state }) => state,
          },
          { key: 'sum', title: t.columns.sum, number: true, cell: ({ amount }) => money(amount) },
        ]}
      />
    </Part>
  )
}
