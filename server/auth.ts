import { createHash, randomBytes } from 'node:crypto'
import type { Who } from '#contract/call.ts'
import type { Sql } from './db/connect.ts'

/** Who makes a call, as their bearer token proves it. Only the token's hash is stored. */
export type Identity = {
  kind: 'purchase' | 'user' | 'promoter'
  iin: string
  phone: string | null
  role: string
  hash: Buffer
  sessionId: string
  /** Null for a token that may only buy. */
  accountId: string | null
  beganBy: BeganBy | null
}
export type BeganBy = 'password' | 'temporary' | 'code'

/** A session unused for so long is over; used, it slides on, but never beyond the second limit. */
export const sessionIdleMs = 14 * 86_400_000
const sessionLongestMs = 90 * 86_400_000
/** How exactly the time of last use is kept. */
const usedEveryMs = 60_000

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A random key that opens one thing: 160 bits, safe in addresses. */
export const randomKey = (): string => randomBytes(20).toString('base64url')

export async function createToken(
  sql: Sql,
  of: {
    kind: Identity['kind']
    iin: string
    phone: string | null
    role?: string
    session?: { accountId: string; device: string; beganBy: BeganBy }
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
      created_at: now,
      used_at: now,
      expires_at: expiresAt,
      ...(of.session ? { account_id: of.session.accountId, device: of.session.device, began_by: of.session.beganBy } : {}),
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
  if (row.account_id && now.getTime() - row.used_at.getTime() > usedEveryMs)
    await sql
      .updateTable('tokens')
      .set({ used_at: now, expires_at: new Date(Math.min(now.getTime() + sessionIdleMs, row.created_at.getTime() + sessionLongestMs)) })
      .where('hash', '=', hash)
      .where('revoked_at', 'is', null)
      .execute()
  return {
    kind: row.kind,
    iin: row.iin,
    phone: row.phone,
    role: row.role,
    hash,
    sessionId: row.id,
    accountId: row.account_id,
    beganBy: row.began_by === 'password' || row.began_by === 'temporary' || row.began_by === 'code' ? row.began_by : null,
  }
}

/** Ends sessions of an account: all, all but one, or one. */
export async function endSessions(sql: Sql, accountId: string, now: Date, of: { but?: string; only?: string } = {}): Promise<number> {
  let ending = sql.updateTable('tokens').set({ revoked_at: now }).where('account_id', '=', accountId).where('revoked_at', 'is', null)
  if (of.but) ending = ending.where('id', '<>', of.but)
  if (of.only) ending = ending.where('id', '=', of.only)
  return Number((await ending.executeTakeFirst()).numUpdatedRows)
}

/** Whether the identity may make a call; `accountant` and `staff` are roles of a cabinet account. */
export const mayCall = (may: readonly Who[], identity: Identity | null): boolean =>
  may.includes('everyone') ||
  (identity !== null &&
    (identity.kind === 'user' ? may.some((who) => who === 'user' || who === identity.role) : may.some((who) => who === identity.kind)))
