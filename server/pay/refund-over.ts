import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Order } from '../orders.ts'
import { refundAttempt } from './receive.ts'

/** More reissues of one contract in a row than anybody makes; a chain never goes in circles. */
const LONGEST_CHAIN = 50

/**
 * Sends `amount` tenge back over the payments that paid a contract: those of `paidBy` first, then those of the orders it replaced, none
 * for more than it still holds. A reissue's surcharge may be smaller than what is left over later. What no payment can take waits for bank
 * details (decisions, "Prices": refunds go back to the payment that paid, else to bank details approved by staff).
 */
export async function refundOverPayments(
  tx: Tx,
  deps: Deps,
  order: Pick<Order, 'id'>,
  paidBy: string | null,
  amount: number,
  reason: string,
  actor: string,
): Promise<void> {
  let rest = amount
  let orderId = paidBy
  for (let link = 0; orderId && rest > 0 && link < LONGEST_CHAIN; link += 1) {
    const attempts = await tx
      .selectFrom('payment_attempts')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('state', '=', 'paid')
      .orderBy('created_at', 'desc')
      .execute()
    for (const attempt of attempts) {
      const { given } = await tx
        .selectFrom('refunds')
        .select((expression) => expression.fn.coalesce(expression.fn.sum<string>('amount'), expression.val('0')).as('given'))
        .where('attempt_id', '=', attempt.id)
        .where('state', '<>', 'failed')
        .executeTakeFirstOrThrow()
      const part = Math.min(rest, attempt.amount - Number(given))
      if (part <= 0) continue
      await refundAttempt(tx, deps, order, attempt, part, reason, actor)
      rest -= part
    }
    orderId = await replacedOrder(tx, orderId)
  }
  if (rest > 0) await refundAttempt(tx, deps, order, null, rest, reason, actor)
}

/** The order of the policy that this order's policy replaced. */
async function replacedOrder(tx: Tx, orderId: string): Promise<string | null> {
  const before = await tx
    .selectFrom('orders')
    .innerJoin('policies', 'policies.global_id', 'orders.replaces_global_id')
    .select('policies.order_id')
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  return before?.order_id ?? null
}
