import { waysOf } from '../payment-ways.ts'
import * as refusals from '../refusals.ts'
import { applied } from './applied.ts'
import type { Effect } from './effects.ts'
import {
  type Contract,
  heldBy,
  moneyCame,
  overdrawnOf,
  type Payment,
  type Refund,
} from './facts.ts'
import { past, post, refundGone } from './money-back.ts'
import { type Decision, nothing, refuse } from './refusal.ts'
import { paymentOf, rulesOf } from './rules-of.ts'

/** Money that a bank takes back from us, and what covers it. */

/**
 * The card's bank took money back from the acquirer: as much of it as the payment still held is
 * written down as given back. The rest had gone, or is on its way, by a refund: it is the client's
 * debt, set off against refunds that the acquirer has refused, and else asked for by people.
 */
export function chargeback(
  contract: Contract,
  of: { paymentId: string; amount: number; outsideId: string },
): Decision {
  const payment = paymentOf(contract, of.paymentId)
  if (!payment || !waysOf[payment.system].chargebacks || !moneyCame(payment))
    return refuse(refusals.orderNotSuitable)
  const at = { orderId: payment.orderId, paymentId: payment.id }
  const id = `R-${payment.id}-chargeback-${of.outsideId}`
  const key = `overdrawn:${payment.id}:${of.outsideId}`
  const isKnown = contract.refunds.some((refund) => refund.id === id)
  if (isKnown || contract.overdrawn.some((line) => line.key === key)) return nothing
  const amount = Math.max(0, Math.min(of.amount, heldBy(contract, payment)))
  const beyond = of.amount - amount
  const written: Effect[] = [
    ...(amount > 0
      ? past(payment, { ...at, id, amount, reason: 'chargeback', way: payment.system })
      : []),
    ...post({
      ...at,
      key,
      kind: 'overdrawn',
      debit: 'client',
      credit: payment.system,
      amount: beyond,
    }),
  ]
  return { effects: [...written, ...settledByDebt(applied(contract, written), payment)] }
}

/**
 * Refunds that the acquirer refused because the money had gone already, each whole. One that may be
 * on its way to a bank account is told as transferred and stays the client's debt: set off, the
 * transfer would have no place in the books.
 */
function settledByDebt(contract: Contract, payment: Payment): Effect[] {
  const effects: Effect[] = []
  for (const refund of contract.refunds) {
    if (refund.paymentId !== payment.id || refund.state !== 'failed' || refund.byHand) continue
    const now = applied(contract, effects)
    if (isCovered(now, refund)) effects.push(...setOff(now, refund, payment))
  }
  return effects
}

export const isCovered = (contract: Contract, { paymentId, amount }: Refund): boolean =>
  overdrawnOf(contract, paymentId) >= amount

export const setOff = (contract: Contract, refund: Refund, payment: Payment): Effect[] => [
  ...refundGone(contract, refund, 'client'),
  ...rulesOf(contract).refunded(refund, payment),
]
