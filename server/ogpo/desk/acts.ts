import type { RefusalCode } from '#domain/refusals.ts'
import { withLock } from '../../db/locks.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../http/refuse.ts'
import { documentsJob, issueJob } from '../../jobs/definitions.ts'
import { enqueueMessage } from '../../messaging/messages.ts'
import { giveUp, secondsUnsettled } from '../../orders/give-up.ts'
import { lockedOrder, orderById } from '../../orders/orders.ts'
import { orderInsurer } from '../../policies/whose.ts'
import type { Desk, UnissuedRefund } from '../../products/product-desk.ts'

export const rerun: Desk['rerun'] = async (tx, context, orderId, what) => {
  const { clock, queue } = context
  const order = await lockedOrder(tx, orderId)
  if (!order) throw notFound()
  const open = order.state === 'paid' || order.state === 'issuing'
  if (what === 'issue' ? !open : order.state !== 'issued') return false
  if (what === 'issue') {
    await tx
      .updateTable('orders')
      .set({ next_attempt_at: clock.now() })
      .where('id', '=', orderId)
      .execute()
    await queue.enqueue(tx, issueJob, { orderId })
  }
  if (what === 'documents') await queue.enqueue(tx, documentsJob, { orderId })
  if (what === 'notify')
    await enqueueMessage(tx, context, 'ogpo', orderId, `papers:${crypto.randomUUID()}`)
  return true
}

/** Nobody else works on the order meanwhile: 14062 where somebody does. */
export const refundUnissued: Exclude<Desk['refundUnissued'], null> = async (
  context,
  orderId,
  of,
) => {
  const answer = await withLock(context.locks, `issue:${orderId}`, async () => ({
    refused: await refundLocked(context, orderId, of),
  }))
  return answer ? answer.refused : 14062
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
  if (order.state !== 'paid' && order.state !== 'issuing') return 14012
  if ((await secondsUnsettled(context, orderId)) > 0) return 14062
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
    return 14061
  }
  await giveUp(context, order, { actor, reason }, (tx) => keep(tx, 'order.given_back'))
  return null
}

/** An issued order's documents go to the new address at once. */
export const correctEmail: Exclude<Desk['correctEmail'], null> = async (
  tx,
  context,
  { id, iin, email },
) => {
  const order = await lockedOrder(tx, id)
  const policy = await tx
    .selectFrom('policies')
    .select('policyholder_iin')
    .where('order_id', '=', id)
    .executeTakeFirst()
  if (!order || (order.buyer_iin !== iin && policy?.policyholder_iin !== iin)) throw notFound()
  if (order.email === email) return
  await tx.updateTable('orders').set({ email }).where('id', '=', id).execute()
  if (order.state === 'issued')
    await enqueueMessage(tx, context, 'ogpo', id, `mail:${crypto.randomUUID()}`)
}
