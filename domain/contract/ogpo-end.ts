import type { Day } from '../calendar.ts'
import * as refusals from '../refusals.ts'
import type { Effect } from './effects.ts'
import { isLive, type OgpoContract, type PolicyFact } from './facts.ts'
import { terminationHindrance } from './ogpo-hindrances.ts'
import { type Decision, refuse } from './refusal.ts'

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
  if (hindrance || !policy) return refuse(refusals.policyNotSuitable, hindrance ?? 'not_in_force')
  return {
    effects: [
      ...dropUnpaidReissues(contract, policy, 'the policy is being ended'),
      { do: 'termination', id: of.terminationId, to: 'accepted' },
      { do: 'job', job: 'termination', id: of.terminationId },
    ],
  }
}
