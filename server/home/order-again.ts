import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import type { Context } from '../http/context.ts'
import { ok, refuse } from '../http/refuse.ts'
import { refusedByLists } from '../kyc/frozen.ts'
import { attemptsOf, moveAttempt } from '../payments/attempts.ts'
import { openAttempt } from '../payments/open.ts'
import { HomeFacts } from './facts.ts'
import { newPage } from './new-page.ts'
import { chargeOf, lockedSubscription, type Subscription } from './states.ts'

/** An order that is asked for again: the same page, or a new one. */

/**
 * The same calculation again: the same subscription. A page still open is the same page, a closed
 * one is followed by a new one.
 */
export async function again(known: Subscription, context: Context) {
  const { db, clock, me, locale } = context
  if (known.state === 'paid' || known.state === 'active')
    return ok({ orderId: known.id, state: known.state })
  const stopped = await refusedByLists(context, [HomeFacts.parse(known.facts).policyholder])
  if (stopped) return stopped
  if (known.state !== 'awaiting_payment' || clock.now() >= known.expires_at)
    return refuse(locale, refusals.orderNotSuitable, { orderId: known.id })
  const attemptId = await db.transaction().execute(async (tx) => {
    const row = await lockedSubscription(tx, known.id)
    if (row?.state !== 'awaiting_payment') return null
    const by = { actor: `client:${me().kind}`, reason: 'another page', at: clock.now() }
    const last = (await attemptsOf(tx, row.id)).at(-1)
    if (last && (last.state === 'created' || last.state === 'awaiting')) {
      if (clock.now() < last.expires_at) return last.id
      if (last.state === 'created') await moveAttempt(tx, 'home', last.id, 'expired', by)
      else return last.id
    }
    await tx
      .updateTable('accounts')
      .set({ cards_asked_at: by.at })
      .where('id', '=', row.account_id)
      .execute()
    const charge = await chargeOf(tx, row, 0, by)
    return newPage(tx, context, row, charge, by)
  })
  return answerFor(known, attemptId, context)
}

export async function answerFor(
  subscription: Subscription,
  attemptId: string | null,
  context: Context,
) {
  const at = { orderId: subscription.id }
  if (!attemptId) return refuse(context.locale, refusals.orderNotSuitable, at)
  try {
    const opened = await openAttempt(context, attemptId)
    if (!opened.opened && opened.code === refusals.terroristMatch)
      return refuse(context.locale, refusals.terroristMatch, at)
    if (!opened.opened || !opened.redirectUrl)
      return refuse(context.locale, refusals.cardPageFailed, at)
    return ok({ ...at, state: 'awaiting_payment', redirect_url: opened.redirectUrl })
  } catch (cause) {
    // The subscription stands and the job goes on asking; the client is told to try again.
    if (cause instanceof Unavailable) return refuse(context.locale, refusals.apiUnavailable, at)
    throw cause
  }
}
