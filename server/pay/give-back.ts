import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Attempt, Order } from '../orders.ts'
import { refundAttempt } from './receive.ts'

/** Reissues of reissues followed back so far for the payment that paid. */
const CHAIN_AT_MOST = 12

/**
 * Gives a sum back to the payments that paid (decisions, "Prices"): the order's own first, then, where it replaced another policy and the
 * old premium paid a part, the payments of that one. What no payment of ours covers waits for bank details approved by staff.
 */
export async function giveBack(tx: Tx, deps: Deps, order: Order, amount: number, reason: string, actor: string): Promise<void> {
  let left = amount
  let at: Pick<Order, 'id' | 'replaces_global_id'> | undefined = order
  for (let n = 0; at && left > 0 && n < CHAIN_AT_MOST; n += 1) {
    for (const { attempt, free } of await paidAttempts(tx, at.id)) {
      const part = Math.min(left, free)
      if (part <= 0) continue
      await refundAttempt(tx, deps, order, attempt, part, reason, actor)
      left -= part
    }
    at = at.replaces_global_id ? await orderOfPolicy(tx, at.replaces_global_id) : undefined
  }
  if (left > 0) await refundAttempt(tx, deps, order, null, left, reason, actor)
}

async function paidAttempts(tx: Tx, orderId: string): Promise<{ attempt: Attempt; free: number }[]> {
  const attempts = await tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'paid')
    .orderBy('created_at')
    .execute()
  const found: { attempt: Attempt; free: number }[] = []
  for (const attempt of attempts) {
    const { given } = await tx
      .selectFrom('refunds')
      .select((expression) => expression.fn.sum<string | null>('amount').as('given'))
      .where('attempt_id', '=', attempt.id)
      .executeTakeFirstOrThrow()
    found.push({ attempt, free: attempt.amount - Number(given ?? 0) })
  }
  return found
}

const orderOfPolicy = (tx: Tx, globalId: string) =>
  tx
    .selectFrom('policies')
    .innerJoin('orders', 'orders.id', 'policies.order_id')
    .select(['orders.id', 'orders.replaces_global_id'])
    .where('policies.global_id', '=', globalId)
    .executeTakeFirst()
