import { waysOf } from '../payment-ways.ts'
import * as refusals from '../refusals.ts'
import type { ReturnUndone, Taken } from './acts.ts'
import { applied } from './applied.ts'
import type { Effect } from './effects.ts'
import {
  type Contract,
  heldBy,
  moneyCame,
  overdrawnOf,
  type Payment,
  type Refund,
  type TakenReason,
  takenReasons,
  wonId,
} from './facts.ts'
import { owe, past, post, refundGone } from './money-back.ts'
import { type Decision, isRefused, nothing, refuse } from './refusal.ts'
import { paymentOf, rulesOf } from './rules-of.ts'
import { waitingOf } from './sums.ts'

/**
 * Money that a bank takes back from us past us, what covers it, and what it gives back to us.
 *
 * Both ways are booked, because a dispute that we won stayed a loss in the books and the client's
 * debt, and money that a bank had returned could be paid once more to bank details. `dispute_won`: an
 * error now of a line that was taken, a rest of ePay that grew again, or an accountant's word about a
 * statement; it pays the client's debt first. `bank_return`: the bank of our bills reports it only in
 * its statement (`given_back`), where an accountant books it, once for the bank's number; an open
 * refund of ours for the same sum is that line. Until then nobody approves bank details of the payment
 * (14140). Neither act can be undone: the opposite line answers a wrong one.
 */

type TakenBack = Extract<Taken, { act: TakenReason }>
type Won = Extract<Taken, { act: 'dispute_won' }>

const takenId = ({ id }: Payment, reason: TakenReason, outsideId: string): string =>
  `R-${id}-${reason}-${outsideId}`

/**
 * Books a chargeback, or a return by the bank of our bills: as much as the payment still held is
 * recorded as refunded. The rest had already gone, or is on its way, by a refund: it is the
 * client's debt, set off against refused refunds, else people ask the client for it.
 */
export function taken(contract: Contract, of: TakenBack): Decision {
  const payment = paymentOf(contract, of.paymentId)
  const isCards = of.act === 'chargeback'
  if (!payment || waysOf[payment.system].chargebacks !== isCards || !moneyCame(payment))
    return refuse(refusals.orderNotSuitable)
  const at = { orderId: payment.orderId, paymentId: payment.id }
  const id = takenId(payment, of.act, of.outsideId)
  const key = `overdrawn:${payment.id}:${of.outsideId}`
  const isKnown = contract.refunds.some((refund) => refund.id === id)
  if (isKnown || contract.overdrawn.some((line) => line.key === key)) return nothing
  const amount = Math.max(0, Math.min(of.amount, heldBy(contract, payment)))
  const beyond = of.amount - amount
  const written: Effect[] = [
    ...(amount > 0
      ? past(payment, { ...at, id, amount, reason: of.act, way: payment.system })
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
 * Books a dispute won, or a chargeback the bank reversed: the money returns to our books, no more
 * of it than was taken. What no order or period needs is the client's and is refunded.
 */
export function disputeWon(contract: Contract, of: Won): Decision {
  const payment = paymentOf(contract, of.paymentId)
  if (!payment || !moneyCame(payment)) return refuse(refusals.orderNotSuitable)
  const key = wonId(payment.id, of.outsideId)
  const said = of.amount ?? takenBy(contract, payment, of.outsideId)
  const amount = Math.min(said, stillTaken(contract, payment))
  if (amount <= 0 || contract.overdrawn.some((line) => line.key === key)) return nothing
  const at = { orderId: payment.orderId, paymentId: payment.id }
  const written = post({
    ...at,
    key,
    kind: 'dispute_won',
    debit: payment.system,
    credit: 'client',
    amount,
  })
  const now = applied(contract, written)
  const left = Math.min(amount, now.client - waitingOf(now), heldBy(now, payment))
  const id = `R-${payment.id}-dispute_won-${of.outsideId}`
  const back = { orderId: payment.orderId, amount: left, reason: 'dispute_won', id }
  return { effects: [...written, ...(left > 0 ? owe(payment, back) : [])] }
}

/**
 * Reverses a bank's return that a wrong line of a statement had recorded, by a line of the other
 * side. Refuses if the contract has changed since: if part of the money has come back, or if what
 * it set off would now be sent to the client.
 */
export function returnUndone(contract: Contract, of: ReturnUndone): Decision {
  const payment = paymentOf(contract, of.paymentId)
  const amount = payment ? takenBy(contract, payment, of.outsideId) : 0
  const outsideId = `${of.outsideId}#withdrawn`
  const decision = disputeWon(contract, { ...of, act: 'dispute_won', amount, outsideId })
  if (isRefused(decision)) return decision
  const isWhole = decision.effects.some((one) => one.do === 'post' && one.amount === amount)
  const goesOn = decision.effects.some((one) => one.do !== 'post')
  return isWhole && !goesOn ? decision : refuse(refusals.bookedLineStays)
}

/** Returns what a bank took of a payment by one movement: all of it, booked either way. */
function takenBy(contract: Contract, payment: Payment, outsideId: string): number {
  const ids: readonly string[] = takenReasons.map((reason) => takenId(payment, reason, outsideId))
  const key = `overdrawn:${payment.id}:${outsideId}`
  return total([
    ...contract.refunds.filter(({ id }) => ids.includes(id)),
    ...contract.overdrawn.filter((line) => line.key === key),
  ])
}

/** Returns what a bank took of a payment and has not returned. */
function stillTaken(contract: Contract, payment: Payment): number {
  const isTaken = (reason: string) => takenReasons.some((one) => one === reason)
  return total([
    ...contract.refunds.filter(
      ({ paymentId, reason }) => paymentId === payment.id && isTaken(reason),
    ),
    ...contract.overdrawn.filter(
      ({ paymentId, key }) => paymentId === payment.id && !key.startsWith('set_off:'),
    ),
  ])
}

const total = (rows: readonly { amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Settles refunds that the acquirer refused because the money had already gone, each whole. A
 * refund that may be on its way to a bank account is reported as transferred and stays the client's
 * debt: set off, the transfer would have no place in the books.
 */
function settledByDebt(contract: Contract, payment: Payment): Effect[] {
  const effects: Effect[] = []
  for (const refund of contract.refunds) {
    if (refund.paymentId !== payment.id || refund.state !== 'failed' || refund.byHand) continue
    const now = applied(contract, effects)
    if (isCovered(now, refund, payment)) effects.push(...setOff(now, refund, payment))
  }
  return effects
}

/** Returns whether the client has already had the whole of a refund, by what the bank took. */
export const isCovered = (contract: Contract, { amount }: Refund, payment: Payment): boolean =>
  overdrawnOf(contract, payment) >= amount

export const setOff = (contract: Contract, refund: Refund, payment: Payment): Effect[] => [
  ...refundGone(contract, refund, 'client'),
  ...rulesOf(contract).refunded(refund, payment),
]
