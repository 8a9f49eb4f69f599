import { nextStep } from '#domain/home/billing.ts'
import { periodOf } from '#domain/home/periods.ts'
import type { ChargeState, SubscriptionState } from '#domain/home/subscription.ts'
import type { AttemptState } from '#domain/payment-attempt.ts'
import { cardsOf } from '../cards/bound-cards.ts'
import type { Sql } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { isFrozen } from '../kyc/frozen.ts'
import { attemptsOf, newAttempt } from '../payments/attempts.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { charge, isWanted, settled } from './charge-card.ts'
import { closeTry, notRenewed } from './charge-refused.ts'
import {
  aboutAttempt,
  chargeById,
  chargeId,
  chargeOf,
  lockedSubscription,
  type Subscription,
  subscriptionById,
} from './states.ts'

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
      // A try whose end is not known comes first, also one of a period that an earlier try has paid
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
    },
  }
}

/** The try is written down before anybody is asked for money. */
async function begin(deps: Deps, of: Subscription, cardId: string | null): Promise<string | null> {
  return step('home.charge.begin', () =>
    deps.db.transaction().execute(async (tx) => {
      const subscription = await lockedSubscription(tx, of.id)
      if (
        subscription?.state !== 'active' ||
        subscription.next_period !== of.next_period ||
        !subscription.anchor ||
        !cardId
      )
        return null
      const by = { actor: 'job', reason: 'billing date', at: deps.clock.now() }
      const charge = await chargeOf(tx, subscription, subscription.next_period, by)
      if (charge.state !== 'due') return null
      // No debit of whoever is blocked; the day before the period begins it is not renewed.
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
    // Never blindly again: the acquirer is asked by its number of the payment what became of it.
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
