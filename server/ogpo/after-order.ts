import { isRefused } from '#domain/contract/refusal.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf, ownOrder } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { countsOfLetter } from '../codes/codes.ts'
import { act } from '../contracts/contracts.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { lockedOrder } from '../orders/orders.ts'

/** Cancels an unpaid order; refunds money that arrives afterwards. */
export const cancelOrder = handle('ogpoCancelOrder', async ({ orderId }, context) => {
  const { db, me, clock, locale } = context
  const own = await ownOrder(db, orderId, me())
  const cancelled = await db.transaction().execute(async (tx) => {
    const order = await lockedOrder(tx, orderId)
    if (!order) throw notFound()
    if (order.state === 'cancelled') return true
    const reason =
      me().kind === 'promoter' ? 'cancelled by the promoter' : 'cancelled by the client'
    const drop = { act: 'drop_order', orderId, to: 'cancelled', reason } as const
    return !isRefused(
      await act(tx, context, own.contract_id, drop, { actor: actorOf(me()), at: clock.now() }),
    )
  })
  return cancelled ? { success: true as const } : refuse(locale, refusals.orderNotSuitable)
})

/** Sends the SMS and the letter with the documents once more. */
export const sendPolicyDocuments = handle('ogpoSendPapers', async ({ orderId }, context) => {
  const { db, me, limits, locale } = context
  const order = await ownOrder(db, orderId, me())
  if (order.state !== 'issued') return refuse(locale, refusals.orderNotSuitable)
  await limits.countAll([
    ['policyDocumentsPerOrder', orderId],
    ...(order.email ? await countsOfLetter(db, me().iin, order.email) : []),
  ])
  await db
    .transaction()
    .execute((tx) => enqueueMessage(tx, context, 'ogpo', order.id, `papers:${crypto.randomUUID()}`))
  return { success: true as const }
})

/** Corrects the e-mail; an issued order's documents go to the new address. */
export const changeEmail = handle('ogpoChangeEmail', async ({ orderId, email }, context) => {
  const { db, me, clock, limits, locale } = context
  const order = await ownOrder(db, orderId, me())
  if (['cancelled', 'expired', 'refunded'].includes(order.state))
    return refuse(locale, refusals.orderNotSuitable)
  await limits.countAll([
    ['policyDocumentsPerOrder', orderId],
    ...(order.state === 'issued' && order.email !== email
      ? await countsOfLetter(db, me().iin, email)
      : []),
  ])
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('orders').set({ email }).where('id', '=', orderId).execute()
    if (me().kind === 'promoter')
      await audit(tx, clock.now(), {
        actor: actorOf(me()),
        action: 'order.email_changed',
        object: { kind: 'order', id: orderId },
      })
    if (order.state === 'issued' && order.email !== email)
      await enqueueMessage(tx, context, 'ogpo', orderId, `mail:${crypto.randomUUID()}`)
  })
  return { success: true as const }
})
