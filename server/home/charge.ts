import { attemptsAtMost, nextStep } from '#domain/home/billing.ts'
import { periodOf } from '#domain/home/periods.ts'
import type { ChargeState, SubscriptionState } from '#domain/home/subscription.ts'
import { parseLocale } from '#domain/locale.ts'
import type { AttemptState } from '#domain/payment-attempt.ts'
import type { Standing } from '#systems/acquirer/client.ts'
import { absent } from '#systems/acquirer/protocol.ts'
import { homeTexts } from '#texts/home.ts'
import { cardsOf, keepCard, makeActive } from '../cards/cards.ts'
import { act } from '../contracts/contracts.ts'
import type { Sql } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { isFrozen } from '../kyc/frozen.ts'
import { attemptsOf, newAttempt } from '../payments/attempts.ts'
import { receivePayment } from '../payments/receive.ts'
import { noticeUrl } from '../payments/ways/card-page.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { home } from './product.ts'
import {
  aboutAttempt,
  chargeById,
  chargeId,
  chargeOf,
  lockedSubscription,
  type Subscription,
  subscriptionById,
} from './states.ts'

/**
 * Handles the bank's decline: notifies the client; the next day retries the card. After the last
 * try one message reports both the decline and the end.
 */
async function declined(deps: Deps, attemptId: string, reason: string): Promise<true> {
  const about = await aboutAttempt(deps.db, attemptId)
  if (!about) return true
  const attempts = (await attemptsOf(deps.db, about.subscription.id, about.attempt.period)).filter(
    ({ state }) => state !== 'expired',
  )
  await step('home.declined.commit', () =>
    deps.db.transaction().execute((tx) =>
      act(
        tx,
        deps,
        about.attempt.contract_id,
        {
          act: 'charge_refused',
          paymentId: attemptId,
          reason: reason.slice(0, 200),
          notify: attempts.length < attemptsAtMost,
        },
        { actor: 'acquirer', at: deps.clock.now() },
      ),
    ),
  )
  return true
}

/** A try that can no longer be answered is over; nothing was charged by it. */
async function closeTry(deps: Deps, attemptId: string, reason: string): Promise<true> {
  const about = await aboutAttempt(deps.db, attemptId)
  if (!about) return true
  await deps.db
    .transaction()
    .execute((tx) =>
      act(
        tx,
        deps,
        about.attempt.contract_id,
        { act: 'charge_closed', paymentId: attemptId, reason },
        { actor: 'job', at: deps.clock.now() },
      ),
    )
  return true
}

/**
 * Records the period as unpaid and the subscription as not renewed, and notifies the client of the
 * reason.
 */
async function notRenewed(
  deps: Deps,
  of: Subscription,
  reason: 'declined' | 'no_card' | 'too_late',
) {
  await step('home.not_renewed.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const subscription = await lockedSubscription(tx, of.id)
      if (subscription?.state !== 'active' || subscription.next_period !== of.next_period) return
      const by = { actor: 'job', reason, at: deps.clock.now() }
      await chargeOf(tx, subscription, subscription.next_period, by)
      await act(tx, deps, of.id, { act: 'not_renewed', period: of.next_period, reason }, by)
    }),
  )
}

/** One charge of a card: its request and its recorded outcome. */

type About = NonNullable<Awaited<ReturnType<typeof aboutAttempt>>>

/** Checks that the period is still unpaid, its payer may pay, and it has not begun. */
async function isWanted(deps: Deps, { subscription, charge }: About): Promise<boolean> {
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
 * Stores the payment's number before requesting its money; after that the acquirer's status of the
 * payment decides.
 */
async function charge(deps: Deps, about: About, token: string): Promise<boolean> {
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
 * Acts on their reply about a payment: returns true if the try has ended, false if it continues,
 * null if it has no result yet.
 */
async function settled(deps: Deps, about: About, theirs: Standing): Promise<boolean | null> {
  const { attempt } = about
  const { acquirer } = deps.systems
  if (theirs.status === 'held' && theirs.paymentId) {
    // A hold is not a payment: captured while the period waits for it, released otherwise.
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
    await receivePayment(deps, attempt, 'acquirer', theirs)
    return true
  }
  return theirs.status === 'rejected' ? declined(deps, attempt.id, 'acquirer: rejected') : null
}

/** More turns than one run can need: a try, its end, the end of the subscription. */
const TURNS = 4

/**
 * Job: whatever is to be done about a subscription's next payment now; any number of runs, kills
 * and outages charge a period once.
 */
export async function chargeNext(deps: Deps, subscriptionId: string): Promise<void> {
  await withLock(deps.locks, `home-charge:${subscriptionId}`, async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const subscription = await subscriptionById(deps.db, subscriptionId)
      if (!subscription?.anchor) return
      const now = await standingOf(deps.db, subscription)
      // A try with an unknown outcome goes first, even for a period an earlier try has paid
      // meanwhile.
      const open = await openTry(deps.db, subscriptionId)
      const next = open
        ? { do: 'ask' as const, attemptId: open }
        : nextStep({ ...now.standing, anchor: subscription.anchor }, deps.clock.now())
      if (next.do === 'nothing') return
      if (next.do === 'not_renew') return notRenewed(deps, subscription, next.reason)
      const attemptId =
        next.do === 'ask' ? next.attemptId : await begin(deps, subscription, now.cardId)
      if (!attemptId || !(await carry(deps, attemptId))) return
    }
  })
}

async function openTry(sql: Sql, subscriptionId: string): Promise<string | null> {
  const open = await sql
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', subscriptionId)
    .where('way', '=', 'saved_card')
    .where('state', 'in', ['created', 'awaiting'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return open?.id ?? null
}

/** The paid time does not go past the registered contract. */
const isContracted = ({ paid_until, contract_until }: Subscription): boolean =>
  paid_until === null || contract_until === null || paid_until <= contract_until

async function standingOf(sql: Sql, subscription: Subscription) {
  const id = chargeId(subscription.id, subscription.next_period)
  const charge = await chargeById(sql, id)
  const attempts = charge ? await attemptsOf(sql, subscription.id, subscription.next_period) : []
  const card = (await cardsOf(sql, subscription.account_id)).find(({ active }) => active)
  return {
    cardId: card?.id ?? null,
    standing: {
      state: subscription.state as SubscriptionState, // the column's only writer takes these words
      period: subscription.next_period,
      charge: charge
        ? {
            state: charge.state as ChargeState,
            attempts: attempts
              .filter(({ state }) => state !== 'expired')
              .map((one) => ({
                id: one.id,
                state: one.state as AttemptState,
                madeOn: one.made_on ?? '',
              })),
          }
        : null,
      hasCard: card !== undefined,
      contracted: isContracted(subscription),
    },
  }
}

/** Records the try before requesting any money. */
async function begin(deps: Deps, of: Subscription, cardId: string | null): Promise<string | null> {
  return step('home.charge.begin', () =>
    deps.db.transaction().execute(async (tx) => {
      const subscription = await lockedSubscription(tx, of.id)
      if (
        subscription?.state !== 'active' ||
        subscription.next_period !== of.next_period ||
        !subscription.anchor ||
        !isContracted(subscription) ||
        !cardId
      )
        return null
      const by = { actor: 'job', reason: 'billing date', at: deps.clock.now() }
      const charge = await chargeOf(tx, subscription, subscription.next_period, by)
      if (charge.state !== 'due') return null
      // Never debits a blocked person; the day before the period begins, the subscription is not
      // renewed.
      if (await isFrozen(tx, [subscription.buyer_iin])) return null
      const { end } = periodOf(subscription.anchor, charge.period)
      return newAttempt(tx, {
        contractId: subscription.id,
        orderId: subscription.id,
        period: charge.period,
        system: 'card',
        way: 'saved_card',
        cardId,
        amount: charge.amount,
        madeOn: deps.clock.today(),
        expiresAt: new Date(`${end}T00:00:00Z`),
        by,
      })
    }),
  )
}

/** Brings a try to its end, as far as that can be known now. True when it has ended. */
async function carry(deps: Deps, attemptId: string): Promise<boolean> {
  const about = await aboutAttempt(deps.db, attemptId)
  if (about?.attempt.way !== 'saved_card') return false
  const { attempt, subscription } = about
  const now = deps.clock.now()
  if (attempt.asked_at) {
    // Never repeats blindly: queries the acquirer by its number of the payment first.
    const theirs = await deps.systems.acquirer.status({ attemptId, paymentId: attempt.outside_id })
    await deps.db
      .updateTable('payment_attempts')
      .set({ checked_at: now })
      .where('id', '=', attemptId)
      .execute()
    const over = await settled(deps, about, theirs)
    if (over !== null) return over
    if (
      theirs.status === 'awaiting' &&
      now.getTime() - attempt.asked_at.getTime() < paymentLimits.chargeStalledMs
    )
      return false
    if (!(await isWanted(deps, about)))
      return theirs.status === 'unknown'
        ? closeTry(deps, attemptId, 'never reached the acquirer')
        : false
  }
  const card = await deps.db
    .selectFrom('cards')
    .selectAll()
    .where('id', '=', attempt.card_id ?? '')
    .executeTakeFirst()
  if (!card || card.removed_at) return closeTry(deps, attemptId, 'the card has been removed')
  if (!attempt.asked_at && (subscription.state !== 'active' || about.charge.state !== 'due'))
    return closeTry(deps, attemptId, 'not wanted any more')
  if (await isFrozen(deps.db, [subscription.buyer_iin]))
    return closeTry(deps, attemptId, 'screening')
  return charge(deps, about, card.token)
}

/**
 * Job: finds the card that paid the first month in the acquirer's list and stores it as the active
 * one: the client has just given it for this. Independent of the notice, which may get lost.
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
      for (const { id, token, maskedPan } of theirs) {
        const isPaying = maskedPan === payment?.cardPan
        const validTo = (isPaying && paid?.card_valid_to) || ''
        await keepCard(tx, account, { token, outsideId: id, maskedPan, validTo }, at)
      }
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
