import { notFound, refuse } from '../refuse.ts'
import { handle } from '../route.ts'
import { step } from '../steps.ts'
import { attemptsOf, chargeById, chargeId, lockedSubscription, moveCharge, moveSubscription } from './states.ts'
import { tellHome } from './tell.ts'

/**
 * Cancels a subscription: nothing is charged any more, the cover stays until the paid period's end. A try that is on its way at the acquirer
 * is brought to its end; what it should bring goes back.
 */
export const cancelHomeSubscribe = handle('cancelHomeSubscribe', async ({ order_id }, context) => {
  const { db, me, clock, locale } = context
  const done = await step('home.cancel.commit', () =>
    db.transaction().execute(async (tx) => {
      const subscription = await lockedSubscription(tx, order_id)
      if (!subscription || subscription.buyer_iin !== me().iin) throw notFound()
      if (subscription.state === 'cancelled') return true
      if (subscription.state !== 'active') return false
      const by = { actor: `client:${me().kind}`, reason: 'cancelled by the client', at: clock.now() }
      await moveSubscription(tx, order_id, 'cancelled', by)
      await tx.updateTable('home_subscriptions').set({ next_billing_on: null }).where('id', '=', order_id).execute()
      const id = chargeId(order_id, subscription.next_period)
      const open = (await attemptsOf(tx, id)).some(({ state }) => state === 'created' || state === 'awaiting')
      if (!open && (await chargeById(tx, id))?.state === 'due') await moveCharge(tx, id, 'dropped', by)
      await tellHome(tx, context, subscription, 'cancelled')
      return true
    }),
  )
  return done ? { success: true as const } : refuse(locale, 14012)
})
