import type { Day } from '../calendar.ts'
import { ogpoPlusReason } from '../frozen-money.ts'
import { policyMayBecome } from '../policy-states.ts'
import * as refusals from '../refusals.ts'
import { applied } from './applied.ts'
import type { Effect } from './effects.ts'
import { isLive, type OgpoContract, type PolicyFact, type TerminationFact } from './facts.ts'
import { commissionGivenUp, post, refund } from './money-back.ts'
import { cancelHindrance, terminationHindrance } from './ogpo-issue.ts'
import { type Decision, nothing, refuse } from './refusal.ts'

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

/** Drops unpaid reissues of a policy; money that still arrives by them is refunded. */
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
  const termination = contract.terminations.find(({ id }) => id === of.terminationId)
  const hindranceOf = termination?.kind === 'cancel' ? cancelHindrance : terminationHindrance
  const hindrance = hindranceOf(contract, policy, of.today, of.byStaff)
  if (hindrance || !policy) return refuse(refusals.policyNotSuitable, hindrance ?? 'not_in_force')
  return {
    effects: [
      ...dropUnpaidReissues(contract, policy, 'the policy is being ended'),
      { do: 'termination', id: of.terminationId, to: 'accepted' },
      { do: 'job', job: 'termination', id: of.terminationId },
    ],
  }
}

/**
 * Records that the unified database has rescinded an ended policy. If its last day passed
 * meanwhile, there is nothing left to end or to refund.
 */
export function ended(
  contract: OgpoContract,
  of: { terminationId: string; apart?: boolean },
): Decision {
  const termination = contract.terminations.find(({ id }) => id === of.terminationId)
  const policy = contract.policies.find(({ id }) => id === termination?.policyId)
  if (termination?.state !== 'accepted' || !policy) return nothing
  const to = termination.kind === 'cancel' ? ('cancelled' as const) : ('terminated' as const)
  if (!policyMayBecome(policy.state, to))
    return { effects: [{ do: 'termination', id: termination.id, to: 'dropped' }] }
  const orderId = policy.orderId ?? contract.id
  const plus = of.apart ? (termination.ogpoPlus ?? 0) : 0
  const back = refund(contract, { orderId, amount: termination.refund - plus, reason: to })
  return {
    effects: [
      { do: 'policy', id: policy.id, to, reason: termination.kind },
      { do: 'termination', id: termination.id, to: 'done' },
      ...givenUp(contract, termination, orderId),
      ...back,
      ...refund(applied(contract, back), { orderId, amount: plus, reason: ogpoPlusReason[to] }),
    ],
  }
}

/**
 * Posts what the insurer gives up. A policy cancelled on its first day was never in force: its
 * premium and OGPO+ are deducted where they were booked, and the commission with them if the
 * contract with the insurer says so (decision 299). Any other end returns a part.
 */
function givenUp(
  contract: OgpoContract,
  { id, kind, refund: amount }: TerminationFact,
  orderId: string,
): Effect[] {
  const at = { orderId, paymentId: null }
  const back = { ...at, debit: 'insurer', credit: 'client' } as const
  const order = contract.orders.find((one) => one.id === orderId)
  const isWhole = order?.state === 'issued' && amount === order.premium + order.ogpoPlus
  if (kind !== 'cancel' || !order || !isWhole)
    return post({ ...back, key: `returned:${id}`, kind: 'returned', amount })
  const { premium, ogpoPlus, commission } = order
  return [
    ...post({ ...back, key: `premium_cancelled:${id}`, kind: 'premium', amount: premium }),
    ...post({ ...back, key: `ogpo_plus_cancelled:${id}`, kind: 'ogpo_plus', amount: ogpoPlus }),
    ...(order.commissionReturned
      ? commissionGivenUp({ key: `commission_cancelled:${id}`, amount: commission, ...at })
      : []),
  ]
}
