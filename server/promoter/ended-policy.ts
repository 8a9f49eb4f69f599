import type { AuditAct } from '#domain/audit-acts.ts'
import type { TerminateReason } from '#domain/ogpo/refund.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { policyBy } from '../codes/client-phone.ts'
import { provedUntil } from '../codes/client-proof.ts'
import { askerOf } from '../consent/asker.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound } from '../http/refuse.ts'
import type { Policy } from '../policies/policy.ts'
import { registrationFindings } from '../policies/registration.ts'
import { vouches } from './vouches.ts'

/** The policy that a promoter ends: whose it is, and what stands in the way. */

export const isSeller = ({ me }: Context, policy: Policy) => policy.promoter_iin === me().iin

export async function policyOf(sql: Sql, globalId: string): Promise<Policy> {
  const policy = await policyBy(sql, globalId)
  if (!policy) throw notFound()
  return policy
}

export const written = (
  { db, clock, me }: Context,
  action: AuditAct,
  policy: Policy,
  details: Record<string, string> = {},
) =>
  audit(db, clock.now(), {
    actor: actorOf(me()),
    action,
    object: { kind: 'policy', id: policy.id },
    details,
  })

/** A client who has told the promoter their code has agreed as well. */
export async function stillRegistered(context: Context, policy: Policy, reason: TerminateReason) {
  const asker = await askerOf(context.db, context.me())
  const vouched =
    (await vouches(context, policy.policyholder_iin)) ||
    (await provedUntil(context, policy.global_id)) !== null
  return registrationFindings(context, policy, reason, { ...asker, vouched })
}
