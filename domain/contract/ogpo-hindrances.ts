import type { Day } from '../calendar.ts'
import { isInForce, type OgpoContract, type PolicyFact } from './facts.ts'
import { endedEarly, refundedOutside, reissued } from './ogpo-under-way.ts'
import type { Hindrance } from './refusal.ts'

/**
 * What stands in the way of a reissue or a termination: the rules that are asked before, in the
 * transaction, and again.
 */

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
