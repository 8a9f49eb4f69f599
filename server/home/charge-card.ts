import { periodOf } from '#domain/home/periods.ts'
import { parseLocale } from '#domain/locale.ts'
import type { Standing } from '#systems/acquirer/client.ts'
import { absent } from '#systems/acquirer/protocol.ts'
import { homeTexts } from '#texts/home.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { isFrozen } from '../kyc/frozen.ts'
import { receivePayment } from '../payments/receive.ts'
import { noticeUrl } from '../payments/ways/card-page.ts'
import { declined } from './charge-refused.ts'
import { home } from './product.ts'
import type { aboutAttempt } from './states.ts'

/** One charge of a card: asked for, and its end written down. */

type About = NonNullable<Awaited<ReturnType<typeof aboutAttempt>>>

/** The period is still to be paid by whoever may pay, and has not begun. */
export async function isWanted(deps: Deps, { subscription, charge }: About): Promise<boolean> {
  const begun =
    subscription.anchor !== null &&
    deps.clock.today() >= periodOf(subscription.anchor, charge.period).start
  return (
    subscription.state === 'active' &&
    charge.state === 'due' &&
    !begun &&
    !(await isFrozen(deps.db, [subscription.buyer_iin]))
  )
}

/**
 * The payment's number is kept before its money is asked for; of what is charged then, their word
 * about the payment decides.
 */
export async function charge(deps: Deps, about: About, token: string): Promise<boolean> {
  const { attempt, subscription } = about
  const { acquirer } = deps.systems
  const opened = await acquirer.openCharge({
    attemptId: attempt.id,
    userId: subscription.account_id,
    token,
    amount: attempt.amount,
    description: homeTexts.purpose(subscription.number)[parseLocale(subscription.locale)],
    resultUrl: noticeUrl(deps, home),
  })
  if ('refused' in opened) {
    // Their books decide: a payment they never made is a card they no longer charge, or an error of
    // their day.
    if (absent.includes(opened.refused))
      return declined(deps, attempt.id, 'the acquirer does not know the card')
    deps.log.warn(
      { attempt: attempt.id, refused: opened.refused },
      'a card could not be charged now',
    )
    return false
  }
  const { paymentId } = opened
  await deps.db
    .updateTable('payment_attempts')
    .set({ outside_id: paymentId, asked_at: deps.clock.now(), made_on: deps.clock.today() })
    .where('id', '=', attempt.id)
    .execute()
  const theirs = await step('home.charge.send', () =>
    acquirer.charge({ attemptId: attempt.id, paymentId }),
  )
  return (await settled(deps, about, theirs)) ?? false
}

/**
 * What follows of their word about a payment: true when the try has ended, false when it goes on,
 * null when nothing came of it yet.
 */
export async function settled(deps: Deps, about: About, theirs: Standing): Promise<boolean | null> {
  const { attempt } = about
  const { acquirer } = deps.systems
  if (theirs.status === 'held' && theirs.paymentId) {
    // Held is not paid: it is taken while the period waits for it, and let go when not.
    const of = { attemptId: attempt.id, paymentId: theirs.paymentId }
    const wanted = (await isWanted(deps, about)) && theirs.amount === attempt.amount
    const then = await step('home.charge.hold', () =>
      wanted ? acquirer.capture({ ...of, amount: attempt.amount }) : acquirer.release(of),
    )
    return then.status === 'held' ? false : settled(deps, about, then)
  }
  if (theirs.status === 'paid') {
    if (theirs.amount !== attempt.amount) {
      deps.log.error({ attempt: attempt.id }, 'the payment is of another amount')
      return false
    }
    await receivePayment(deps, attempt.id, 'acquirer', theirs.paymentId)
    return true
  }
  return theirs.status === 'rejected' ? declined(deps, attempt.id, 'acquirer: rejected') : null
}
