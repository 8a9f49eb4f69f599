import type { Day } from '../calendar.ts'
import { attemptMayBecome } from '../payment-attempt.ts'
import type { RefundWay } from '../payment-ways.ts'
import * as refusals from '../refusals.ts'
import type { Act, PaymentOver } from './acts.ts'
import { applied } from './applied.ts'
import { disputeWon, isCovered, returnUndone, setOff, taken } from './chargeback.ts'
import type { Effect } from './effects.ts'
import { type Contract, heldBy, isLive, moneyCame, type Payment } from './facts.ts'
import { post, refundGone } from './money-back.ts'
import { type Decision, nothing, refuse } from './refusal.ts'
import { paymentOf, rulesOf } from './rules-of.ts'

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
  if (act.act === 'chargeback' || act.act === 'bank_return') return taken(contract, act)
  if (act.act === 'dispute_won') return disputeWon(contract, act)
  if (act.act === 'return_undone') return returnUndone(contract, act)
  return rulesOf(contract).decide(act)
}

/** Books received money once, however often it is reported; the product decides what follows. */
function money(
  contract: Contract,
  { paymentId, today, at }: { paymentId: string; today: Day; at: Date },
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
  return { effects: [...came, ...rulesOf(applied(contract, came)).landed(paid, { today, at })] }
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
  const way: RefundWay = of.way === 'payment' && payment ? payment.system : 'bank_details'
  return {
    effects: [...refundGone(contract, refund, way), ...rulesOf(contract).refunded(refund, payment)],
  }
}

/** Theirs is a final no: it stays owed, and people look; but what the card's bank took has gone. */
function refused(contract: Contract, of: { refundId: string; reason: string }): Decision {
  const refund = contract.refunds.find(({ id }) => id === of.refundId)
  if (refund?.state !== 'due') return nothing
  const payment = paymentOf(contract, refund.paymentId)
  if (payment && isCovered(contract, refund, payment))
    return { effects: setOff(contract, refund, payment) }
  return {
    effects: [
      { do: 'refund_moves', id: refund.id, to: 'failed', reason: of.reason },
      ...rulesOf(contract).refundFailed(refund, of.reason),
    ],
  }
}

/**
 * Retries a refund, never beyond what the payment brought; the code that sends it checks what they
 * have made of it meanwhile.
 */
function again(contract: Contract, of: { refundId: string; reason: string }): Decision {
  const refund = contract.refunds.find(({ id }) => id === of.refundId)
  const payment = paymentOf(contract, refund?.paymentId ?? null)
  // In old books a payment may owe more than it brought: people settle that, so no further refund
  // is requested of it.
  if (refund?.state !== 'failed' || !payment || heldBy(contract, payment) < 0)
    return refuse(refusals.orderNotSuitable)
  return {
    effects: [
      { do: 'refund_moves', id: refund.id, to: 'due', reason: of.reason },
      ...rulesOf(contract).refundAgain(refund, of.reason),
      { do: 'job', job: 'refund', id: refund.id },
    ],
  }
}
