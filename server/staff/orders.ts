import { sql } from 'kysely'
import { placeAfter, placeOf } from '../paging.ts'
import { ok } from '../refuse.ts'
import { handle } from '../route.ts'

const PAGE = 30

/** Orders that need somebody; those who wait the longest come first. The newest of all, the newest first. */
export const staffOrders = handle('staffOrders', async ({ view, cursor }, { db }) => {
  const direction = view === 'newest' ? 'desc' : 'asc'
  let asked = db
    .selectFrom('orders')
    .selectAll()
    .select((expression) => [
      expression
        .selectFrom('refunds')
        .select((inner) => inner.fn.sum<string | null>('amount').as('sum'))
        .whereRef('refunds.order_id', '=', 'orders.id')
        .where('refunds.state', '<>', 'done')
        .as('to_refund'),
    ])
  if (view === 'stuck') asked = asked.where('state', 'in', ['paid', 'issuing'])
  // The open refunds are few and have an index of their own.
  const withRefund = (byDetails: boolean) =>
    sql<boolean>`orders.id in (
      select refunds.order_id from refunds left join refund_details on refund_details.refund_id = refunds.id
      where refunds.state <> 'done' and refunds.state = 'failed'
      and (refunds.attempt_id is null or refund_details.refund_id is not null) = ${byDetails})`
  if (view === 'refund_failed')
    asked = asked.where((expression) => expression.or([expression('state', '=', 'refund_failed'), withRefund(false)]))
  if (view === 'details') asked = asked.where(withRefund(true))
  const after = placeOf(cursor)
  if (after)
    asked = asked.where(
      direction === 'desc'
        ? sql<boolean>`(orders.created_at, orders.id) < (${after.at}, ${after.id})`
        : sql<boolean>`(orders.created_at, orders.id) > (${after.at}, ${after.id})`,
    )
  const rows = await asked
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return ok({
    orders: shown.map((order) => ({
      order_id: order.id,
      number: order.number,
      state: order.state,
      channel: order.channel,
      amount: order.amount,
      at: order.created_at.toISOString(),
      paid_at: order.paid_at?.toISOString() ?? null,
      attempts: order.issue_attempts,
      next_attempt_at: order.next_attempt_at?.toISOString() ?? null,
      to_refund: Number(order.to_refund ?? 0),
    })),
    next: rows.length > PAGE && last ? placeAfter({ at: last.created_at, id: last.id }) : null,
  })
})
