import * as refusals from '../refusals.ts'
import { applied } from './applied.ts'
import type { Effect } from './effects.ts'
import {
  type HomeContract,
  heldBy,
  isLive,
  type Month,
  moneyCame,
  type Payment,
  type Refund,
} from './facts.ts'
import { commissionEarned, commissionGivenUp, giveAllBack, owe, post } from './money-back.ts'
import { type Decision, nothing, refuse } from './refusal.ts'
import type { Rules } from './rules.ts'

const monthOf = (contract: HomeContract, period: number): Month | undefined =>
  contract.months.find((month) => month.period === period)

/** Posts a paid period: the premium of the month and the broker's commission inside it. */
function earned({ subscription }: HomeContract, month: Month): Effect[] {
  const at = { orderId: subscription.id, paymentId: null }
  const id = `${subscription.id}-${month.period}`
  return [
    ...post({
      key: `premium:${id}`,
      kind: 'premium',
      debit: 'client',
      credit: 'insurer',
      amount: month.amount,
      ...at,
    }),
    ...commissionEarned({ key: `commission:${id}`, amount: subscription.commission, ...at }),
  ]
}

/** Refunds of a period that have not gone yet, but for one. */
const monthOwes = (contract: HomeContract, period: number, but?: string): boolean => {
  const paid = new Set(
    contract.payments.filter((payment) => payment.period === period).map(({ id }) => id),
  )
  return contract.refunds.some(
    ({ id, paymentId, state }) =>
      id !== but && state !== 'done' && paymentId !== null && paid.has(paymentId),
  )
}

/** A month's charge that did not come. */

const drop = (contract: HomeContract, period: number, reason: string): Effect[] =>
  monthOf(contract, period)?.state === 'due'
    ? [{ do: 'month', id: contract.id, period, to: 'dropped', reason }]
    : []

/**
 * Records that the bank declined a saved card. `tell`: another try follows, and the client is
 * notified of this one.
 */
function chargeRefused(
  contract: HomeContract,
  of: { paymentId: string; reason: string; notify: boolean },
): Decision {
  const payment = contract.payments.find(({ id }) => id === of.paymentId)
  if (!payment || !isLive(payment)) return nothing
  const active = contract.subscription.state === 'active'
  return {
    effects: [
      ...(payment.state === 'created'
        ? [{ do: 'payment' as const, id: payment.id, to: 'awaiting' as const, reason: of.reason }]
        : []),
      { do: 'payment', id: payment.id, to: 'rejected', reason: of.reason },
      ...(active ? [] : drop(contract, payment.period, of.reason)),
      ...(active && of.notify
        ? [{ do: 'notify' as const, orderId: contract.id, purpose: `charge_failed:${payment.id}` }]
        : []),
    ],
  }
}

/** A try that never reached anybody is closed. */
function chargeClosed(contract: HomeContract, of: { paymentId: string; reason: string }): Decision {
  const payment = contract.payments.find(({ id }) => id === of.paymentId)
  if (!payment || !isLive(payment)) return nothing
  return {
    effects: [
      { do: 'payment', id: payment.id, to: 'expired', reason: of.reason },
      ...(contract.subscription.state === 'active'
        ? []
        : drop(contract, payment.period, of.reason)),
    ],
  }
}

/** The unified database has registered the first contract. */
function registered(contract: HomeContract): Decision {
  const month = monthOf(contract, 0)
  if (contract.subscription.state !== 'paid' || !month) return refuse(refusals.orderNotSuitable)
  return {
    effects: [
      { do: 'subscription', id: contract.id, to: 'active', reason: 'registered' },
      { do: 'renewed', id: contract.id, period: 0 },
      ...earned(contract, month),
    ],
  }
}

/** Ends a subscription that could not be registered: refunds the money and notifies the client. */
function notRegistered(contract: HomeContract, of: { reason: string }): Decision {
  if (contract.subscription.state !== 'paid') return refuse(refusals.orderNotSuitable)
  const back = giveAllBack(contract, contract.id, 'not_registered')
  // A bank took all of it back without us: there is nothing left to wait for.
  const over = back.length === 0 && !monthOwes(contract, 0)
  return {
    effects: [
      { do: 'subscription', id: contract.id, to: 'issue_failed', reason: of.reason },
      { do: 'month', id: contract.id, period: 0, to: 'refunding', reason: of.reason },
      ...back,
      ...(over
        ? [
            {
              do: 'month' as const,
              id: contract.id,
              period: 0,
              to: 'refunded' as const,
              reason: 'nothing is held',
            },
          ]
        : []),
      { do: 'notify', orderId: contract.id, purpose: 'not_issued' },
    ],
  }
}

/**
 * Handles a next year's contract that could not be registered: refunds what was paid beyond the
 * last one, stops charging, and notifies the client while they are still covered.
 */
function yearNotRegistered(contract: HomeContract, of: { from: number; reason: string }): Decision {
  const { id, state, commission } = contract.subscription
  const { reason } = of
  const months = contract.months.filter(
    ({ period, state: of_ }) => period >= of.from && of_ === 'paid',
  )
  if (months.length === 0) return nothing
  const at = { orderId: id, paymentId: null }
  const effects = months.flatMap((month): Effect[] => {
    const { period, amount } = month
    const back = contract.payments
      .filter((payment) => payment.period === period && moneyCame(payment))
      .filter((payment) => heldBy(contract, payment) > 0)
      .flatMap((payment) =>
        owe(payment, {
          orderId: id,
          amount: heldBy(contract, payment),
          reason: 'not_registered',
        }),
      )
    const over = back.length === 0 && !monthOwes(contract, period)
    return [
      { do: 'month', id, period, to: 'refunding', reason },
      ...post({
        key: `premium_cancelled:${id}-${period}`,
        kind: 'premium',
        debit: 'insurer',
        credit: 'client',
        amount,
        ...at,
      }),
      ...commissionGivenUp({
        key: `commission_cancelled:${id}-${period}`,
        amount: commission,
        ...at,
      }),
      ...back,
      ...(over
        ? [{ do: 'month' as const, id, period, to: 'refunded' as const, reason: 'nothing is held' }]
        : []),
    ]
  })
  return {
    effects: [
      ...(state === 'active'
        ? [{ do: 'subscription' as const, id, to: 'not_renewed' as const, reason }]
        : []),
      ...effects,
      { do: 'unrenewed', id, period: of.from },
      { do: 'notify', orderId: id, purpose: 'year_not_issued' },
    ],
  }
}

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
 * Closes the first period, which is no longer wanted; `but` is the payment that has brought money.
 */
function expired(contract: HomeContract, reason: string, but?: string): Effect[] {
  const closed = closeLive(contract, 0, reason, but)
  return [
    ...closed,
    ...drop(applied(contract, closed), 0, reason),
    { do: 'subscription', id: contract.id, to: 'expired', reason },
  ]
}

/**
 * Returns what follows when money arrives for a period: the first payment leads to registration, a
 * later one extends the cover. Money that no period needs, or for a home that another subscription
 * pays for, is refunded by the payment that brought it.
 */
function landed(contract: HomeContract, payment: Payment): Effect[] {
  const { subscription } = contract
  const month = monthOf(contract, payment.period)
  const first = payment.period === 0
  const wanted =
    month?.state === 'due' && subscription.state === (first ? 'awaiting_payment' : 'active')
  const whole = {
    orderId: subscription.id,
    amount: heldBy(contract, payment),
    reason: 'late_or_second_payment',
  }
  if (!month || !wanted)
    return [
      ...drop(contract, payment.period, `subscription ${subscription.state}`),
      ...owe(payment, whole),
    ]
  if (first && subscription.elsewhere)
    return [...expired(contract, 'home_covered', payment.id), ...owe(payment, whole)]
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

/** Stops charging; a charge in progress is completed, and the money it brings is refunded. */
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
 * Records a period as not paid, stops charging, and notifies the client of the reason. The month's
 * row must exist.
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
 * Expires a subscription whose first period was not paid in time. Money that still arrives by a
 * closed page is refunded by it.
 */
function expire(contract: HomeContract, of: { reason: string }): Decision {
  return contract.subscription.state === 'awaiting_payment'
    ? { effects: expired(contract, of.reason) }
    : nothing
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
    if (of.act === 'year_not_registered') return yearNotRegistered(contract, of)
    if (of.act === 'charge_refused') return chargeRefused(contract, of)
    if (of.act === 'charge_closed') return chargeClosed(contract, of)
    if (of.act === 'cancel_subscription') return cancel(contract)
    if (of.act === 'not_renewed') return notRenewed(contract, of)
    return of.act === 'expire_subscription'
      ? expire(contract, of)
      : refuse(refusals.orderNotSuitable)
  },
})
