import { notFound } from '../../http/refuse.ts'
import { documentsJob, issueJob } from '../../jobs/definitions.ts'
import { enqueueMessage } from '../../messaging/messages.ts'
import { lockedOrder } from '../../orders/orders.ts'
import type { Desk } from '../../products/product-desk.ts'

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
