import { createHmac } from 'node:crypto'
import type { Digest } from '#domain/audit-acts.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Context } from '../http/context.ts'
import { audit } from './audit.ts'

/**
 * Hashes a person or car for the audit log: a keyed digest, so that the log contains no IIN and no
 * plate, and a caller with one can still search for it.
 */
export const lookedAtId = (signingKey: string, value: string): Digest =>
  createHmac('sha256', signingKey)
    .update(`looked-at:${value}`)
    .digest('base64url')
    .slice(0, 22) as Digest

/**
 * Audits a promoter's look-up of a person or a car in a state database. Clients, who look up for
 * their own purchase, are only counted.
 */
export async function auditLookup(
  { db, clock, config, me }: Context,
  kind: 'person' | 'vehicle',
  value: string,
): Promise<void> {
  if (me().kind !== 'promoter') return
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: `${kind}.looked_up`,
    object: { kind, id: lookedAtId(config.signingKey, value) },
  })
}
