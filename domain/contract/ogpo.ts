import type { Day } from '../calendar.ts'
import { priceOver } from '../lifetimes.ts'
import * as refusals from '../refusals.ts'
import type { Effect } from './effects.ts'
import { heldBy, type OgpoContract, type OrderFact, type Payment } from './facts.ts'
import { giveAllBack, owe, stillOwed } from './money-back.ts'
import { closeLive, dropUnpaidReissues, end, ended } from './ogpo-end.ts'
import { issued, orderOf, policyBy, reissueHindrance } from './ogpo-issue.ts'
import { partnerRefund, refundAgain, refundedOrder, refundFailed } from './ogpo-refund-states.ts'
import { type Decision, nothing, refuse } from './refusal.ts'
import type { Rules } from './rules.ts'

/** A reissue is ordered: earlier unpaid ones of the same policy give way. */
function askReissue(contract: OgpoContract, of: { globalId: string; today: Day }): Decision {
  const policy = policyBy(contract, of.globalId)
  const hindrance = reissueHindrance(contract, policy, of.today)
  if (hindrance || !policy) return refuse(refusals.policyNotSuitable, hindrance ?? 'not_in_force')
  return { effects: dropUnpaidReissues(contract, policy, 'another reissue was ordered') }
}

/** Drops an order that can no longer be paid: cancelled, expired or rejected. */
function dropOrder(
  contract: OgpoContract,
  of: { orderId: string; to: 'cancelled' | 'expired' | 'rejected'; reason: string },
): Decision {
  const order = orderOf(contract, of.orderId)
  if (order?.state !== 'awaiting_payment') return refuse(refusals.orderNotSuitable)
  return {
    effects: [
      ...closeLive(contract, order.id, of.reason),
      { do: 'order', id: order.id, to: of.to, reason: of.reason },
      { do: 'report', orderId: order.id, event: of.to },
    ],
  }
}

/** A reissue with nothing to pay is paid at once. */
function payNothing(contract: OgpoContract, of: { orderId: string }): Decision {
  const order = orderOf(contract, of.orderId)
  if (order?.state !== 'draft' || order.amount !== 0) return refuse(refusals.orderNotSuitable)
  return {
    effects: [
      { do: 'order', id: order.id, to: 'paid', reason: 'nothing to pay' },
      { do: 'job', job: 'issue', id: order.id },
    ],
  }
}

/**
 * Returns what follows when money arrives for an order. A waiting order is issued if its price
 * still holds and the policy it replaces still exists; money for any other is refunded by the
 * payment that brought it (settled.md, "Order, payment, issue").
 */
function landed(
  contract: OgpoContract,
  payment: Payment,
  { today, at }: { today: Day; at: Date },
): Effect[] {
  const order = orderOf(contract, payment.orderId)
  const whole = {
    orderId: payment.orderId,
    amount: heldBy(contract, payment),
    reason: 'late_or_second_payment',
  }
  if (!order) return owe(payment, whole)
  const late: Effect[] = [
    { do: 'order', id: order.id, to: 'refunding', reason: 'money came late' },
    ...owe(payment, whole),
  ]
  const told: Effect = { do: 'notify', orderId: order.id, purpose: 'late' }
  if (order.state === 'awaiting_payment' && at >= order.holdsUntil)
    return [
      ...closeLive(contract, order.id, priceOver, payment.id),
      { do: 'order', id: order.id, to: 'expired', reason: priceOver },
      ...late,
      told,
      { do: 'report', orderId: order.id, event: 'expired' },
    ]
  if (order.state === 'awaiting_payment') {
    const hindrance = order.replaces
      ? reissueHindrance(contract, policyBy(contract, order.replaces), today, order.id)
      : null
    if (!hindrance)
      return [
        { do: 'order', id: order.id, to: 'paid', reason: `attempt ${payment.id}` },
        ...closeLive(contract, order.id, 'paid another way', payment.id),
        { do: 'job', job: 'issue', id: order.id },
      ]
    return [
      ...closeLive(contract, order.id, hindrance, payment.id),
      { do: 'order', id: order.id, to: 'cancelled', reason: hindrance },
      { do: 'order', id: order.id, to: 'refunding', reason: hindrance },
      ...giveAllBack(contract, order.id, 'nothing_to_reissue'),
      { do: 'notify', orderId: order.id, purpose: 'not_issued' },
      { do: 'report', orderId: order.id, event: 'cancelled' },
    ]
  }
  if (order.state === 'expired' || order.state === 'rejected') return [...late, told]
  return order.state === 'cancelled' ? late : owe(payment, whole)
}

/**
 * Returns whether the money its payments still hold covers an order: a chargeback before the issue
 * takes that away.
 */
const isPaidFor = (contract: OgpoContract, order: OrderFact): boolean =>
  contract.payments
    .filter(({ orderId }) => orderId === order.id)
    .reduce((held, payment) => held + heldBy(contract, payment), 0) >= order.amount

/**
 * Checks an order again before the call to the unified database. Refuses if the policy to be
 * replaced no longer exists or the money is gone; the caller then asks the database only whether it
 * already holds the policy.
 */
function beginIssue(contract: OgpoContract, of: { orderId: string; today: Day }): Decision {
  const order = orderOf(contract, of.orderId)
  if (!order || (order.state !== 'paid' && order.state !== 'issuing'))
    return refuse(refusals.orderNotSuitable)
  const hindrance = order.replaces
    ? reissueHindrance(contract, policyBy(contract, order.replaces), of.today, order.id)
    : null
  if (hindrance) return refuse(refusals.policyNotSuitable, hindrance)
  if (!isPaidFor(contract, order)) return refuse(refusals.orderNotSuitable)
  return order.state === 'paid'
    ? { effects: [{ do: 'order', id: order.id, to: 'issuing', reason: 'paid' }] }
    : nothing
}

/** Ends an order that will get no policy: refunds the money and notifies the client. */
function notIssued(contract: OgpoContract, of: { orderId: string; reason: string }): Decision {
  const order = orderOf(contract, of.orderId)
  if (!order || (order.state !== 'paid' && order.state !== 'issuing'))
    return refuse(refusals.orderNotSuitable)
  const { id } = order
  const back = giveAllBack(contract, id, 'not_issued')
  return {
    effects: [
      ...(order.state === 'paid'
        ? [{ do: 'order' as const, id, to: 'issuing' as const, reason: of.reason }]
        : []),
      { do: 'order', id, to: 'issue_failed', reason: of.reason },
      { do: 'order', id, to: 'refunding', reason: of.reason },
      ...back,
      ...(back.length === 0 && !stillOwed(contract, id, '')
        ? [{ do: 'order' as const, id, to: 'refunded' as const, reason: 'nothing is held' }]
        : []),
      { do: 'notify', orderId: id, purpose: 'not_issued' },
      { do: 'report', orderId: id, event: 'not_issued' },
    ],
  }
}

export const ogpoRules = (contract: OgpoContract): Rules => ({
  landed: (payment, on) => landed(contract, payment, on),
  unpaid: ({ orderId }, reason) =>
    orderOf(contract, orderId)?.state === 'awaiting_payment'
      ? [
          { do: 'order', id: orderId, to: 'expired', reason },
          { do: 'report', orderId, event: 'expired' },
        ]
      : [],
  refunded: (refund) => refundedOrder(contract, refund.orderId, refund.id, refund.reason),
  refundFailed: (refund, reason) => refundFailed(contract, refund.orderId, reason),
  refundAgain: (refund, reason) => refundAgain(contract, refund.orderId, reason),
  decide: (of) => {
    if (of.act === 'pay_nothing') return payNothing(contract, of)
    if (of.act === 'drop_order') return dropOrder(contract, of)
    if (of.act === 'ask_reissue') return askReissue(contract, of)
    if (of.act === 'begin_issue') return beginIssue(contract, of)
    if (of.act === 'issued') return issued(contract, of)
    if (of.act === 'not_issued') return notIssued(contract, of)
    if (of.act === 'end') return end(contract, of)
    if (of.act === 'ended') return ended(contract, of)
    return of.act === 'partner_refund'
      ? partnerRefund(contract, of)
      : refuse(refusals.orderNotSuitable)
  },
})
