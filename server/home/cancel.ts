import { isRefused } from '#domain/contract/refusal.ts'
import { act } from '../contracts/contracts.ts'
import { toldIn } from '../contracts/language.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { step } from '../jobs/steps.ts'
import { subscriptionById } from './states.ts'

/**
 * Cancels a subscription: nothing is charged any more, the cover stays until the paid period's end.
 * A try that is on its way at the acquirer is brought to its end; what it should bring goes back.
 */
export const cancelHomeSubscribe = handle('cancelHomeSubscribe', async ({ order_id }, context) => {
  const { db, me, clock, locale } = context
  const decision = await step('home.cancel.commit', () =>
    db.transaction().execute(async (tx) => {
      const subscription = await subscriptionById(tx, order_id)
      if (!subscription || subscription.buyer_iin !== me().iin) throw notFound()
      await toldIn(tx, order_id, locale)
      return act(
        tx,
        context,
        order_id,
        { act: 'cancel_subscription' },
        { actor: `client:${me().kind}`, at: clock.now() },
      )
    }),
  )
  return isRefused(decision) ? refuse(locale, decision.refused.code) : { success: true as const }
})
