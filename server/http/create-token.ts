import { randomBytes, randomInt } from 'node:crypto'
import type { Sql } from '../db/connect.ts'
import { type BeganBy, type Identity, sessionIdleMs, tokenHash } from './identity.ts'

/** A random key that opens one thing: 160 bits, safe in addresses. */
export const randomKey = (): string => randomBytes(20).toString('base64url')

/** Characters of a short key: none that looks like another one. */
const signs = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * A key of ten signs for an address in an SMS: 57 bits. It leads somewhere and opens nothing by
 * itself.
 */
export const shortKey = (): string =>
  Array.from({ length: 10 }, () => signs[randomInt(signs.length)]).join('')

export async function createToken(
  sql: Sql,
  of: {
    kind: Identity['kind']
    iin: string
    phone: string | null
    role?: string
    /** For kind `order` alone. */
    orderId?: string
    /** For kind `claim` alone. */
    draftId?: string
    /** When the person proved their identity, for a token made from another one; now if absent. */
    provedAt?: Date
    /** `idleMs`: how long it may lie unused; without it a client's time. */
    session?: { accountId: string; device: string; beganBy: BeganBy; idleMs?: number }
  },
  now: Date,
  expiresAt: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql
    .insertInto('tokens')
    .values({
      hash: tokenHash(token),
      kind: of.kind,
      iin: of.iin,
      phone: of.phone,
      role: of.role ?? 'user',
      order_id: of.orderId ?? null,
      draft_id: of.draftId ?? null,
      created_at: now,
      proved_at: of.provedAt ?? now,
      used_at: now,
      expires_at: expiresAt,
      ...(of.session
        ? {
            account_id: of.session.accountId,
            device: of.session.device,
            began_by: of.session.beganBy,
            idle_seconds: Math.round((of.session.idleMs ?? sessionIdleMs) / 1_000),
          }
        : {}),
    })
    .execute()
  return token
}
