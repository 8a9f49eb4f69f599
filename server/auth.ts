import { createHash, randomBytes } from 'node:crypto'
import type { Who } from '#contract/call.ts'
import type { Sql } from './db/connect.ts'

/** Who makes a call, as their bearer token proves it. Only the token's hash is stored. */
export type Identity = { kind: 'purchase' | 'user' | 'promoter'; iin: string; phone: string | null; role: string; hash: Buffer }

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A random key that opens one thing: 160 bits, safe in addresses. */
export const randomKey = (): string => randomBytes(20).toString('base64url')

export async function createToken(
  sql: Sql,
  of: { kind: Identity['kind']; iin: string; phone: string | null; role?: string },
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
      created_at: now,
      used_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return token
}

/** The identity behind an `Authorization` header, or null: no header, unknown, revoked or out of its time. */
export async function identify(sql: Sql, header: string | undefined, now: Date): Promise<Identity | null> {
  const token = /^Bearer ([\w-]{20,100})$/.exec(header ?? '')?.[1]
  if (!token) return null
  const hash = tokenHash(token)
  const row = await sql.selectFrom('tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (!row || row.revoked_at || row.expires_at <= now) return null
  if (row.kind !== 'purchase' && row.kind !== 'user' && row.kind !== 'promoter') return null
  return { kind: row.kind, iin: row.iin, phone: row.phone, role: row.role, hash }
}

/** Whether the identity may make a call; `accountant` and `staff` are roles of a cabinet account. */
export const mayCall = (may: readonly Who[], identity: Identity | null): boolean =>
  may.includes('everyone') ||
  (identity !== null &&
    (identity.kind === 'user' ? may.some((who) => who === 'user' || who === identity.role) : may.some((who) => who === identity.kind)))
