import { policyMayBecome } from '../policy-states.ts'
import type { OgpoContract } from './facts.ts'
import { post, refund } from './money-back.ts'
import { type Decision, nothing } from './refusal.ts'

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
