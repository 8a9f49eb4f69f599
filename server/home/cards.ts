import { cardsOf, makeActive } from '../cards/bound-cards.ts'
import { keepCard } from '../cards/keep-card.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { attemptsOf } from '../payments/attempts.ts'
import { subscriptionById } from './states.ts'

/**
 * Job: the card that paid the first month is found in the acquirer's list and kept. It becomes the
 * active one: the client has just given it for this. Nothing here depends on the notice, which may
 * get lost.
 */
export async function keepPayingCard(deps: Deps, subscriptionId: string): Promise<void> {
  const subscription = await subscriptionById(deps.db, subscriptionId)
  if (!subscription || subscription.card_kept_at || subscription.state === 'awaiting_payment')
    return
  const paid = (await attemptsOf(deps.db, subscriptionId)).find(({ state }) => state === 'paid')
  const { acquirer } = deps.systems
  const [theirs, payment] = await step('home.cards', async () => [
    await acquirer.cards(subscription.account_id),
    paid ? await acquirer.status({ attemptId: paid.id, paymentId: paid.outside_id }) : null,
  ])
  const at = deps.clock.now()
  await step('home.cards.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const account = await tx
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', subscription.account_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      for (const card of theirs)
        await keepCard(
          tx,
          account,
          { token: card.token, outsideId: card.id, maskedPan: card.maskedPan, validTo: '' },
          at,
        )
      const paying = (await cardsOf(tx, account.id)).find(
        (card) => card.masked_pan === payment?.cardPan,
      )
      if (paying && !paying.active) await makeActive(tx, account.id, paying.id)
      await tx
        .updateTable('home_subscriptions')
        .set({ card_kept_at: at })
        .where('id', '=', subscriptionId)
        .execute()
    }),
  )
}
