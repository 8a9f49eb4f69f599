import type { Effect } from './effects.ts'
import { type HomeContract, isLive } from './facts.ts'
import { monthOf } from './home-month.ts'
import { type Decision, nothing } from './refusal.ts'

/** A month's charge that did not come. */

export const drop = (contract: HomeContract, period: number, reason: string): Effect[] =>
  monthOf(contract, period)?.state === 'due'
    ? [{ do: 'month', id: contract.id, period, to: 'dropped', reason }]
    : []

/**
 * The bank said no to a saved card. `tell`: another try follows and the client hears of this one.
 */
export function chargeRefused(
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
export function chargeClosed(
  contract: HomeContract,
  of: { paymentId: string; reason: string },
): Decision {
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
