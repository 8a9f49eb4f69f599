import type { RefusalCode } from '#domain/finding.ts'
import * as refusals from '#domain/refusals.ts'
import { withLock } from '../../db/locks.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../http/refuse.ts'
import { issueJob } from '../../jobs/definitions.ts'
import { giveUp, secondsUnsettled } from '../../orders/give-up.ts'
import { orderById } from '../../orders/orders.ts'
import { orderInsurer } from '../../policies/whose.ts'
import type { Desk, UnissuedRefund } from '../../products/product-desk.ts'

/** Nobody else works on the order meanwhile: `beingIssued` where somebody does. */
export const refundUnissued: Exclude<Desk['refundUnissued'], null> = async (
  context,
  orderId,
  of,
) => {
  const answer = await withLock(context.locks, `issue:${orderId}`, async () => ({
    refused: await refundLocked(context, orderId, of),
  }))
  return answer ? answer.refused : refusals.beingIssued
}

/**
 * No call about the order may still be on its way, and the unified database has just said that it
 * holds no policy: never the money and the policy.
 */
async function refundLocked(
  context: Context,
  orderId: string,
  { actor, reason, keep }: UnissuedRefund,
): Promise<RefusalCode | null> {
  const { db, clock, queue, systems } = context
  const order = await orderById(db, orderId)
  if (!order) throw notFound()
  if (order.state !== 'paid' && order.state !== 'issuing') return refusals.orderNotSuitable
  if ((await secondsUnsettled(context, orderId)) > 0) return refusals.beingIssued
  const insurerSystemId = await orderInsurer(db, order.calculation_id)
  if (await systems.esbd.findByNumber(order.number, { insurerSystemId })) {
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('orders')
        .set({ next_attempt_at: clock.now() })
        .where('id', '=', orderId)
        .execute()
      await queue.enqueue(tx, issueJob, { orderId })
      await keep(tx, 'order.found_issued')
    })
    return refusals.policyExists
  }
  await giveUp(context, order, { actor, reason }, (tx) => keep(tx, 'order.given_back'))
  return null
}
