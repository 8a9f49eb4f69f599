import type { Day } from '../calendar.ts'
import type { Hindrance } from './effects.ts'
import { isInForce, type OgpoContract, type OrderFact, type PolicyFact, pastUs } from './facts.ts'

/**
 * What stands in the way of a reissue or a termination: the rules that are asked before, in the
 * transaction, and again.
 */

export const orderOf = (contract: OgpoContract, id: string): OrderFact | undefined =>
  contract.orders.find((order) => order.id === id)
export const policyBy = (
  contract: OgpoContract,
  globalId: string | null,
): PolicyFact | undefined =>
  globalId === null ? undefined : contract.policies.find((policy) => policy.globalId === globalId)

/** A reissue of the policy that has been paid: under way, or done. */
export function reissued(
  contract: OgpoContract,
  policy: PolicyFact,
  but?: string,
): Hindrance | null {
  const states = contract.orders
    .filter(({ id, replaces }) => replaces === policy.globalId && id !== but)
    .map(({ state }) => state)
  if (states.includes('paid') || states.includes('issuing')) return 'being_reissued'
  return states.includes('issued') ? 'not_in_force' : null
}

/** An ending of the policy that has been taken: under way, or done. */
function endedEarly(contract: OgpoContract, policy: PolicyFact): Hindrance | null {
  const states = contract.terminations
    .filter(({ policyId }) => policyId === policy.id)
    .map(({ state }) => state)
  if (states.includes('accepted')) return 'being_ended'
  return states.includes('done') ? 'not_in_force' : null
}

/** A partner or the card's bank gave money of this policy's order back past us. */
const refundedOutside = (contract: OgpoContract, policy: PolicyFact): boolean =>
  contract.refunds.some(({ orderId, reason }) => orderId === policy.orderId && pastUs.has(reason))

/**
 * What stands in the way of replacing a policy by a reissue, null when nothing does. Asked when it
 * is ordered, when its money lands and before the unified database is told. `but`: the reissue that
 * asks. `today` is an Almaty day.
 */
export function reissueHindrance(
  contract: OgpoContract,
  policy: PolicyFact | undefined,
  today: Day,
  but?: string,
): Hindrance | null {
  if (!policy) return 'not_in_force'
  const other = endedEarly(contract, policy) ?? reissued(contract, policy, but)
  if (other) return other
  if (!isInForce(policy) || policy.end < today) return 'not_in_force'
  return refundedOutside(contract, policy) ? 'refunded_outside' : null
}

/**
 * What stands in the way of ending a policy. Staff have looked at its claims and at what was given
 * back past us: they may end it.
 */
export function terminationHindrance(
  contract: OgpoContract,
  policy: PolicyFact | undefined,
  today: Day,
  byStaff: boolean,
): Hindrance | null {
  if (!policy) return 'not_in_force'
  const other = reissued(contract, policy) ?? endedEarly(contract, policy)
  if (other) return other
  if (!isInForce(policy) || policy.end < today) return 'not_in_force'
  if (byStaff) return null
  if (refundedOutside(contract, policy)) return 'refunded_outside'
  const claimed = contract.claims.some(
    ({ policyId, state }) => policyId === policy.id && state === 'accepted',
  )
  return claimed ? 'claim_accepted' : null
}
