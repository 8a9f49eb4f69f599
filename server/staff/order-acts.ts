import { actorOf } from '../accounts/owner.ts'
import { withLock } from '../db/locks.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { documentsJob, issueJob } from '../jobs/definitions.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { giveUp, unsettledSeconds } from '../orders/give-up.ts'
import { lockedOrder, orderById } from '../orders/orders.ts'
import { orderInsurer } from '../policies/whose.ts'
import { keepAct } from './acts.ts'
import { rerunHome } from './home.ts'

/** Asks for the ordinary job at once, which finds out by itself what is left to do. */
export const staffRerun = handle('staffRerun', async ({ order_id, what, reason }, context) => {
  const { db, clock, queue, locale } = context
  if (!(await orderById(db, order_id))) return rerunHome(context, order_id, what, reason)
  return db.transaction().execute(async (tx) => {
    const order = await lockedOrder(tx, order_id)
    if (!order) throw notFound()
    const open = order.state === 'paid' || order.state === 'issuing'
    if (what === 'issue' ? !open : order.state !== 'issued') return refuse(locale, 14012)
    if (what === 'issue') {
      await tx
        .updateTable('orders')
        .set({ next_attempt_at: clock.now() })
        .where('id', '=', order_id)
        .execute()
      await queue.enqueue(tx, issueJob, { orderId: order_id })
    }
    if (what === 'documents') await queue.enqueue(tx, documentsJob, { orderId: order_id })
    if (what === 'notify')
      await enqueueMessage(tx, context, 'ogpo', order_id, `papers:${crypto.randomUUID()}`)
    await keepAct(tx, context, order_id, `order.rerun_${what}`, reason)
    return { success: true as const }
  })
})

/**
 * Money back for a paid order that is not issued. Nobody else works on the order meanwhile, no call
 * about it may still be on its way, and the unified database has just said that it holds no policy:
 * never the money and the policy.
 */
export const staffGiveBack = handle('staffGiveBack', async ({ order_id, reason }, context) => {
  const { db, locks, clock, queue, systems, me, locale } = context
  const done = await withLock(locks, `issue:${order_id}`, async () => {
    const order = await orderById(db, order_id)
    if (!order) throw notFound()
    if (order.state !== 'paid' && order.state !== 'issuing') return refuse(locale, 14012)
    if ((await unsettledSeconds(context, order_id)) > 0) return refuse(locale, 14062)
    if (
      await systems.esbd.findByNumber(order.number, {
        insurerSystemId: await orderInsurer(db, order.calculation_id),
      })
    ) {
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('orders')
          .set({ next_attempt_at: clock.now() })
          .where('id', '=', order_id)
          .execute()
        await queue.enqueue(tx, issueJob, { orderId: order_id })
        await keepAct(tx, context, order_id, 'order.found_issued', reason)
      })
      return refuse(locale, 14061)
    }
    await giveUp(context, order, { actor: actorOf(me()), reason }, (tx) =>
      keepAct(tx, context, order_id, 'order.given_back', reason),
    )
    return { success: true as const }
  })
  return done ?? refuse(locale, 14062)
})
