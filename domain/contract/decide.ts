import type { Day } from '../calendar.ts'
import { attemptMayBecome } from '../order.ts'
import type { Act, PaymentOver } from './acts.ts'
import { applied } from './applied.ts'
import { type Decision, type Effect, nothing, refuse } from './effects.ts'
import {
  type Channel,
  type Contract,
  heldBy,
  isLive,
  moneyCame,
  overdrawnOf,
  type Payment,
  type Refund,
} from './facts.ts'
import { homeRules } from './home.ts'
import { past, post, refundGone } from './money-back.ts'
import { ogpoRules } from './ogpo.ts'
import type { Rules } from './rules.ts'

export type { Act } from './acts.ts'

/**
 * The one place that decides about a contract's money and policies: a refusal, or everything that
 * follows. Pure: facts in, effects out; the caller holds the contract's lock and writes the effects
 * in the same transaction (decision 150).
 */
export function decide(contract: Contract, act: Act): Decision {
  if (act.act === 'money') return money(contract, act)
  if (act.act === 'payment_over') return paymentOver(contract, act)
  if (act.act === 'refund_gone') return gone(contract, act)
  if (act.act === 'refund_refused') return refused(contract, act)
  if (act.act === 'refund_again') return again(contract, act)
  if (act.act === 'chargeback') return chargeback(contract, act)
  return rulesOf(contract).decide(act)
}

/** Each product's own rules: another product is another line here and a file beside these two. */
function rulesOf(contract: Contract): Rules {
  switch (contract.product) {
    case 'ogpo':
      return ogpoRules(contract)
    case 'home':
      return homeRules(contract)
  }
}

const paymentOf = (contract: Contract, id: string | null): Payment | undefined =>
  contract.payments.find((payment) => payment.id === id)

/** One line in the ledger however often we hear of it; what follows is the product's. */
function money(
  contract: Contract,
  { paymentId, today }: { paymentId: string; today: Day },
): Decision {
  const payment = paymentOf(contract, paymentId)
  if (!payment || moneyCame(payment)) return nothing
  const { orderId, amount, system } = payment
  const came: Effect[] = [
    // Their notice may overtake our own record of having opened the page.
    ...(payment.state === 'created'
      ? [{ do: 'payment' as const, id: paymentId, to: 'awaiting' as const, reason: 'opened' }]
      : []),
    { do: 'payment', id: paymentId, to: 'paid', reason: 'money received' },
    ...post({
      key: `payment:${paymentId}`,
      kind: 'payment',
      debit: system,
      credit: 'client',
      amount,
      orderId,
      paymentId,
    }),
    { do: 'receipt', key: `payment:${paymentId}`, operation: 'sale', orderId, way: system, amount },
  ]
  const paid: Payment = { ...payment, state: 'paid' }
  return { effects: [...came, ...rulesOf(applied(contract, came)).landed(paid, today)] }
}

/** The order itself stays open to another way of paying. */
function paymentOver(contract: Contract, of: PaymentOver): Decision {
  const payment = paymentOf(contract, of.paymentId)
  if (!payment || !isLive(payment) || !attemptMayBecome(payment.state, of.to)) return nothing
  return {
    effects: [
      { do: 'payment', id: payment.id, to: of.to, reason: of.reason },
      ...(of.timeIsOver ? rulesOf(contract).unpaid(payment, of.reason) : []),
    ],
  }
}

function gone(
  contract: Contract,
  of: { refundId: string; way: 'payment' | 'bank_details' },
): Decision {
  const refund = contract.refunds.find(({ id }) => id === of.refundId)
  if (!refund || refund.state === 'done') return nothing
  const payment = paymentOf(contract, refund.paymentId)
  const way: Channel | 'bank_details' =
    of.way === 'payment' && payment ? payment.system : 'bank_details'
  return {
    effects: [...refundGone(contract, refund, way), ...rulesOf(contract).refunded(refund, payment)],
  }
}

/** Theirs is a final no: it stays owed, and people look; but what the card's bank took has gone. */
function refused(contract: Contract, of: { refundId: string; reason: string }): Decision {
  const refund = contract.refunds.find(({ id }) => id === of.refundId)
  if (refund?.state !== 'due') return nothing
  const payment = paymentOf(contract, refund.paymentId)
  if (payment && isCovered(contract, refund)) return { effects: setOff(contract, refund, payment) }
  return {
    effects: [
      { do: 'refund_moves', id: refund.id, to: 'failed', reason: of.reason },
      ...rulesOf(contract).refundFailed(refund, of.reason),
    ],
  }
}

/**
 * Once more, never beyond what the payment brought: what they have made of it meanwhile is found by
 * who sends it.
 */
function again(contract: Contract, of: { refundId: string; reason: string }): Decision {
  const refund = contract.refunds.find(({ id }) => id === of.refundId)
  const payment = paymentOf(contract, refund?.paymentId ?? null)
  // Of old books a payment may owe more than it brought: people settle that, and nothing more is
  // asked of it.
  if (refund?.state !== 'failed' || !payment || heldBy(contract, payment) < 0) return refuse(14012)
  return {
    effects: [
      { do: 'refund_moves', id: refund.id, to: 'due', reason: of.reason },
      ...rulesOf(contract).refundAgain(refund, of.reason),
      { do: 'job', job: 'refund', id: refund.id },
    ],
  }
}

/**
 * The card's bank took money back from the acquirer: as much of it as the payment still held is
 * written down as given back. The rest had gone, or is on its way, by a refund: it is the client's
 * debt, set off against refunds that the acquirer has refused, and else asked for by people.
 */
function chargeback(
  contract: Contract,
  of: { paymentId: string; amount: number; outsideId: string },
): Decision {
  const payment = paymentOf(contract, of.paymentId)
  if (payment?.system !== 'card' || !moneyCame(payment)) return refuse(14012)
  const at = { orderId: payment.orderId, paymentId: payment.id }
  const id = `R-${payment.id}-chargeback-${of.outsideId}`
  const key = `overdrawn:${payment.id}:${of.outsideId}`
  const isKnown = contract.refunds.some((refund) => refund.id === id)
  if (isKnown || contract.overdrawn.some((line) => line.key === key)) return nothing
  const amount = Math.max(0, Math.min(of.amount, heldBy(contract, payment)))
  const beyond = of.amount - amount
  const written: Effect[] = [
    ...(amount > 0 ? past(payment, { ...at, id, amount, reason: 'chargeback', way: 'card' }) : []),
    ...post({ ...at, key, kind: 'overdrawn', debit: 'client', credit: 'card', amount: beyond }),
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

const isCovered = (contract: Contract, { paymentId, amount }: Refund): boolean =>
  overdrawnOf(contract, paymentId) >= amount

const setOff = (contract: Contract, refund: Refund, payment: Payment): Effect[] => [
  ...refundGone(contract, refund, 'client'),
  ...rulesOf(contract).refunded(refund, payment),
]
