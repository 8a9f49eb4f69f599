import { z } from 'zod'
import type { Nothing } from './fault-words.ts'
import { conflict, differences } from './policy-differences.ts'
import type { PolicyDraft } from './port-drafts.ts'
import { replies, rescindedOf, type WirePolicy } from './replies.ts'
import type { Call } from './sessions.ts'

/** Whether a policy was registered already: by its number, and by what it says. */

export type Registered = { policyId: number; globalId: string; number: string }
export const registered = (policy: WirePolicy): Registered => ({
  policyId: policy.POLICY_ID,
  globalId: policy.GLOBAL_ID,
  number: policy.POLICY_NUMBER,
})

/**
 * The one policy under our number, when it is in every fact the one we mean. Any other under our
 * number ends the matter for people to see.
 */
export function ours(found: WirePolicy[], draft: PolicyDraft): Registered | null {
  const policy = chosen(found)
  if (!policy) return null
  const differs = [
    ...differences(policy, draft),
    ...(rescindedOf(policy) ? ['RESCINDING_DATE'] : []),
  ]
  if (policy.POLICY_ID <= 0) differs.push('POLICY_ID')
  if (policy.GLOBAL_ID === '') differs.push('GLOBAL_ID')
  if (differs.length > 0) throw conflict(draft.number, differs)
  return registered(policy)
}

export async function byNumber(
  call: Call,
  number: string,
  orNothing: Nothing,
): Promise<WirePolicy[]> {
  const found = await orNothing(
    call('GetPoliciesByNumber', { aPolicyNumber: number }, z.array(replies.Policy), number),
    [],
  )
  return found.filter((policy) => policy.POLICY_NUMBER === number)
}

/**
 * Of several policies under a number one still in force before a rescinded one, then the oldest.
 */
export const chosen = (found: WirePolicy[]): WirePolicy | null =>
  [...found].sort(
    (a, b) =>
      Number(rescindedOf(a) !== null) - Number(rescindedOf(b) !== null) ||
      a.POLICY_ID - b.POLICY_ID,
  )[0] ?? null
