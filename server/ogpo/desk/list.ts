import type { Sql } from '../../db/connect.ts'
import type { ListAsked, ListedSale } from '../../products/product-desk.ts'
import {
  beyond,
  toRefund,
  withLostLetter,
  withRefund,
  withUnclearBill,
} from '../../products/sale-lists.ts'

/** Orders of a view. */
export function list(db: Sql, asked: ListAsked): Promise<ListedSale[]> {
  const { view, direction, state, channel } = asked
  let rows = db
    .selectFrom('orders')
    .select(['id', 'number', 'state', 'channel', 'amount', 'created_at', 'paid_at', 'issue_error'])
    .select(['issue_attempts', 'next_attempt_at', toRefund('orders.id').as('to_refund')])
    .where(beyond('orders', asked))
  if (state) rows = rows.where('state', '=', state)
  if (channel) rows = rows.where('channel', '=', channel)
  if (view === 'stuck') rows = rows.where('state', 'in', ['paid', 'issuing'])
  if (view === 'refund_failed')
    rows = rows.where((expression) =>
      expression.or([expression('state', '=', 'refund_failed'), withRefund('orders.id', false)]),
    )
  if (view === 'details') rows = rows.where(withRefund('orders.id', true))
  if (view === 'bills') rows = rows.where(withUnclearBill('orders.id', asked.today))
  if (view === 'letters') rows = rows.where(withLostLetter('orders.id', asked.today))
  return rows.orderBy('created_at', direction).orderBy('id', direction).limit(asked.limit).execute()
}
