import type { Day } from '../calendar.ts'
import { policyMayBecome } from '../order.ts'
import { type Decision, type Effect, nothing, refuse } from './effects.ts'
import { isLive, type OgpoContract, type PolicyFact } from './facts.ts'
import { post, refund } from './money-back.ts'
import { terminationHindrance } from './ogpo-hindrances.ts'

/** The end of an OGPO contract, and what falls with it. */

export const closeLive = (
  contract: OgpoContract,
  orderId: string,
  reason: string,
  but?: string,
): Effect[] =>
  contract.payments
    .filter((payment) => payment.orderId === orderId && payment.id !== but && isLive(payment))
    .map(({ id }) => ({ do: 'payment', id, to: 'expired', reason }))

/** Unpaid reissues of a policy give way; money that still comes by them goes back. */
export const dropUnpaidReissues = (
  contract: OgpoContract,
  policy: PolicyFact,
  reason: string,
): Effect[] =>
  contract.orders
    .filter(({ replaces, state }) => replaces === policy.globalId && state === 'awaiting_payment')
    .flatMap(({ id }) => [
      ...closeLive(contract, id, reason),
      { do: 'order' as const, id, to: 'cancelled' as const, reason },
      { do: 'report' as const, orderId: id, event: 'cancelled' as const },
    ])

/** An ending is taken: unpaid reissues of the policy give way, a paid one is finished first. */
export function end(
  contract: OgpoContract,
  of: { policyId: string; terminationId: string; today: Day; byStaff: boolean },
): Decision {
  const policy = contract.policies.find(({ id }) => id === of.policyId)
  const hindrance = terminationHindrance(contract, policy, of.today, of.byStaff)
  if (hindrance || !policy) return refuse(14007, hindrance ?? 'not_in_force')
  return {
    effects: [
      ...dropUnpaidReissues(contract, policy, 'the policy is being ended'),
      { do: 'termination', id: of.terminationId, to: 'accepted' },
      { do: 'job', job: 'termination', id: of.terminationId },
    ],
  }
}

/**
 * The unified database has rescinded an ended policy. One whose last day passed meanwhile has
 * nothing left to end or to give back.
 */
export function ended(contract: OgpoContract, of: { terminationId: string }): Decision {
  const termination = contract.terminations.find(({ id }) => id === of.terminationId)
  const policy = contract.policies.find(({ id }) => id === termination?.policyId)
  if (termination?.state !== 'accepted' || !policy) return nothing
  const to = termination.kind === 'cancel' ? ('cancelled' as const) : ('terminated' as const)
  if (!policyMayBecome(policy.state, to))
    return { effects: [{ do: 'termination', id: termination.id, to: 'dropped' }] }
  const orderId = policy.orderId ?? contract.id
  return {
    effects: [
      { do: 'policy', id: policy.id, to, reason: termination.kind },
      { do: 'termination', id: termination.id, to: 'done' },
      ...post({
        key: `returned:${termination.id}`,
        kind: 'returned',
        debit: 'insurer',
        credit: 'client',
        amount: termination.refund,
        orderId,
        paymentId: null,
      }),
      ...refund(contract, { orderId, amount: termination.refund, reason: to }),
    ],
  }
}
