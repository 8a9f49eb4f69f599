import { type OgpoContract, type OrderFact, type PolicyFact, pastUs } from './facts.ts'
import type { Hindrance } from './refusal.ts'

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
export function endedEarly(contract: OgpoContract, policy: PolicyFact): Hindrance | null {
  const states = contract.terminations
    .filter(({ policyId }) => policyId === policy.id)
    .map(({ state }) => state)
  if (states.includes('accepted')) return 'being_ended'
  return states.includes('done') ? 'not_in_force' : null
}

/** A partner or the card's bank gave money of this policy's order back past us. */
export const refundedOutside = (contract: OgpoContract, policy: PolicyFact): boolean =>
  contract.refunds.some(({ orderId, reason }) => orderId === policy.orderId && pastUs.has(reason))
