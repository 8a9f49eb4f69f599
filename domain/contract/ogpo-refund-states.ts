import * as refusals from '../refusals.ts'
import type { Effect } from './effects.ts'
import { heldBy, type OgpoContract } from './facts.ts'
import { past, stillOwed } from './money-back.ts'
import { orderOf } from './ogpo-issue.ts'
import { type Decision, refuse } from './refusal.ts'

/** All of an order's refunds have gone. */
export function refundedOrder(
  contract: OgpoContract,
  orderId: string,
  refundId: string,
  reason: string,
): Effect[] {
  const order = orderOf(contract, orderId)
  if (!order || stillOwed(contract, orderId, refundId)) return []
  const move = (to: 'refunding' | 'refunded'): Effect => ({ do: 'order', id: orderId, to, reason })
  if (order.state === 'refund_failed') return [move('refunding'), move('refunded')]
  return order.state === 'refunding' ? [move('refunded')] : []
}

export const refundFailed = (contract: OgpoContract, orderId: string, reason: string): Effect[] =>
  orderOf(contract, orderId)?.state === 'refunding'
    ? [{ do: 'order', id: orderId, to: 'refund_failed', reason }]
    : []

export const refundAgain = (contract: OgpoContract, orderId: string, reason: string): Effect[] =>
  orderOf(contract, orderId)?.state === 'refund_failed'
    ? [{ do: 'order', id: orderId, to: 'refunding', reason }]
    : []

/**
 * Refuses if nothing was taken, if our own refund is on its way, or if more is returned than was
 * paid: people must check.
 */
export function partnerRefund(
  contract: OgpoContract,
  of: { orderId: string; amount: number; refundId: string },
): Decision {
  const order = orderOf(contract, of.orderId)
  const payment = contract.payments.find(
    ({ orderId, state }) => orderId === of.orderId && state === 'paid',
  )
  if (order?.state !== 'issued' || !payment || heldBy(contract, payment) < of.amount)
    return refuse(refusals.orderNotSuitable)
  // The unified database may already have rescinded the policy for its reissue: there is no way
  // back from there.
  const policy = contract.policies.find(({ orderId }) => orderId === of.orderId)
  if (
    policy &&
    contract.orders.some(
      ({ replaces, state }) => replaces === policy.globalId && state === 'issuing',
    )
  )
    return refuse(refusals.orderNotSuitable, 'being_reissued')
  const id = `R-${payment.id}-partner-${of.refundId}`
  return { effects: past(payment, { ...of, id, reason: 'partner', way: 'partner' }) }
}
