import * as refusals from '../refusals.ts'
import { applied } from './applied.ts'
import type { Effect } from './effects.ts'
import { type HomeContract, heldBy, isLive, type Payment, type Refund } from './facts.ts'
import { chargeClosed, chargeRefused, drop } from './home-charge.ts'
import { earned, monthOf, monthOwes } from './home-month.ts'
import { notRegistered, registered } from './home-registered.ts'
import { owe } from './money-back.ts'
import { type Decision, nothing, refuse } from './refusal.ts'
import type { Rules } from './rules.ts'

const closeLive = (
  contract: HomeContract,
  period: number,
  reason: string,
  but?: string,
): Effect[] =>
  contract.payments
    .filter((payment) => payment.period === period && payment.id !== but && isLive(payment))
    .map(({ id }) => ({ do: 'payment', id, to: 'expired', reason }))

/**
 * What follows when money has landed for a period: the first payment goes to be registered, a later
 * one prolongs the cover; money nobody waits for any more goes back by the payment that brought it.
 */
function landed(contract: HomeContract, payment: Payment): Effect[] {
  const { subscription } = contract
  const month = monthOf(contract, payment.period)
  const first = payment.period === 0
  const wanted =
    month?.state === 'due' && subscription.state === (first ? 'awaiting_payment' : 'active')
  if (!month || !wanted) {
    const whole = {
      orderId: subscription.id,
      amount: heldBy(contract, payment),
      reason: 'late_or_second_payment',
    }
    return [
      ...drop(contract, payment.period, `subscription ${subscription.state}`),
      ...owe(payment, whole),
    ]
  }
  const reason = `attempt ${payment.id}`
  const paid: Effect = {
    do: 'month',
    id: subscription.id,
    period: month.period,
    to: 'paid',
    reason,
  }
  if (!first)
    return [
      paid,
      { do: 'renewed', id: subscription.id, period: month.period },
      ...earned(contract, month),
      { do: 'notify', orderId: subscription.id, purpose: `renewed:${month.period}` },
    ]
  return [
    paid,
    { do: 'subscription', id: subscription.id, to: 'paid', reason },
    ...closeLive(contract, 0, 'paid another way', payment.id),
    { do: 'job', job: 'register', id: subscription.id },
  ]
}

/**
 * Nothing is charged any more; a try under way is brought to its end, and what it should bring goes
 * back.
 */
function cancel(contract: HomeContract): Decision {
  const { id, state, nextPeriod } = contract.subscription
  if (state === 'cancelled') return nothing
  if (state !== 'active') return refuse(refusals.orderNotSuitable)
  const reason = 'cancelled by the client'
  const underWay = contract.payments.some(
    (payment) => payment.period === nextPeriod && isLive(payment),
  )
  return {
    effects: [
      { do: 'subscription', id, to: 'cancelled', reason },
      ...(underWay ? [] : drop(contract, nextPeriod, reason)),
      { do: 'notify', orderId: id, purpose: 'cancelled' },
    ],
  }
}

/**
 * A period is recorded as not paid, nothing is charged any more, and the client hears why. The
 * month's row must be there.
 */
function notRenewed(contract: HomeContract, of: { period: number; reason: string }): Decision {
  const { id, state, nextPeriod } = contract.subscription
  if (
    state !== 'active' ||
    nextPeriod !== of.period ||
    monthOf(contract, of.period)?.state !== 'due'
  )
    return nothing
  return {
    effects: [
      { do: 'month', id: contract.id, period: of.period, to: 'failed', reason: of.reason },
      { do: 'subscription', id, to: 'not_renewed', reason: of.reason },
      { do: 'notify', orderId: id, purpose: `not_renewed:${of.reason}` },
    ],
  }
}

/**
 * Nobody has paid the first period in its time. Money that still comes by a closed page goes back
 * by it.
 */
function expire(contract: HomeContract, of: { reason: string }): Decision {
  if (contract.subscription.state !== 'awaiting_payment') return nothing
  const closed = closeLive(contract, 0, of.reason)
  return {
    effects: [
      ...closed,
      ...drop(applied(contract, closed), 0, of.reason),
      { do: 'subscription', id: contract.id, to: 'expired', reason: of.reason },
    ],
  }
}

/** All of the money of a period has gone back. */
const refundedMonth = (contract: HomeContract, period: number, { id, reason }: Refund): Effect[] =>
  monthOf(contract, period)?.state === 'refunding' && !monthOwes(contract, period, id)
    ? [{ do: 'month', id: contract.id, period, to: 'refunded', reason }]
    : []

export const homeRules = (contract: HomeContract): Rules => ({
  landed: (payment) => landed(contract, payment),
  unpaid: () => [],
  refunded: (refund, payment) => refundedMonth(contract, payment?.period ?? 0, refund),
  refundFailed: () => [],
  refundAgain: () => [],
  decide: (of) => {
    if (of.act === 'registered') return registered(contract)
    if (of.act === 'not_registered') return notRegistered(contract, of)
    if (of.act === 'charge_refused') return chargeRefused(contract, of)
    if (of.act === 'charge_closed') return chargeClosed(contract, of)
    if (of.act === 'cancel_subscription') return cancel(contract)
    if (of.act === 'not_renewed') return notRenewed(contract, of)
    return of.act === 'expire_subscription'
      ? expire(contract, of)
      : refuse(refusals.orderNotSuitable)
  },
})
