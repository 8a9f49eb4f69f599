import { createHash } from 'node:crypto'
import type { Who } from '#contract/call.ts'
import { almatyDay } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'

/** The caller, as their bearer token proves it. Only the token's hash is stored. */
export type Identity = {
  kind: 'purchase' | 'user' | 'promoter' | 'order' | 'claim'
  iin: string
  phone: string | null
  role: string
  /** Staff with the mark: users, audit log, what money depends on. */
  administrator: boolean
  hash: Buffer
  sessionId: string
  /** The one order that a token of kind `order` opens. */
  orderId: string | null
  /** The one claim, as its draft, that a token of kind `claim` opens. */
  draftId: string | null
  /** Null for a token that may only buy, or opens one order. */
  accountId: string | null
  beganBy: BeganBy | null
  /** When the person proved their identity: a token made from another one has that one's time. */
  provedAt: Date
  /** The partner's visit this token was opened in. */
  partnerVisit: string | null
}
export type BeganBy = 'password' | 'temporary' | 'code' | 'egov'
const kinds: readonly Identity['kind'][] = ['purchase', 'user', 'promoter', 'order', 'claim']
const beganBys: readonly BeganBy[] = ['password', 'temporary', 'code', 'egov']

/**
 * A session unused for so long is over, at a desk sooner (`DESK_IDLE_MINUTES`); used, it slides on,
 * but never beyond the second limit.
 */
export const sessionIdleMs = 14 * 86_400_000
const sessionLongestMs = 90 * 86_400_000
/** Resolution of the time of last use. */
const usedEveryMs = 60_000

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Returns the identity behind an `Authorization` header, or null: no header, unknown, revoked,
 * expired, or of a blocked account. Role and mark are the account's current ones, so that an
 * administrator's change applies at the next call.
 */
export async function identify(
  sql: Sql,
  header: string | undefined,
  now: Date,
): Promise<Identity | null> {
  const token = /^Bearer ([\w-]{20,100})$/.exec(header ?? '')?.[1]
  return token ? identityOf(sql, tokenHash(token), now) : null
}

/** The same by the hash of the token. */
export async function identityOf(sql: Sql, hash: Buffer, now: Date): Promise<Identity | null> {
  const row = await sql
    .selectFrom('tokens')
    .leftJoin('accounts', 'accounts.id', 'tokens.account_id')
    // Named columns keep the plan of this query, which every call runs, cached
    // (server/db/connection-watch.ts).
    .select([
      'tokens.id',
      'tokens.kind',
      'tokens.iin',
      'tokens.phone',
      'tokens.role',
      'tokens.account_id',
      'tokens.began_by',
      'tokens.order_id',
      'tokens.draft_id',
      'tokens.created_at',
      'tokens.proved_at',
      'tokens.used_at',
      'tokens.expires_at',
      'tokens.idle_seconds',
      'tokens.revoked_at',
      'accounts.role as account_role',
      'accounts.administrator',
      'accounts.blocked_at',
    ])
    // After the partner's last day its visitors buy from the site itself (decision 066).
    .select(({ selectFrom }) =>
      selectFrom('partner_visits as visit')
        .innerJoin('partners', 'partners.code', 'visit.partner')
        .select('visit.id')
        .whereRef('visit.id', '=', 'tokens.partner_visit')
        .where('partners.active_from', '<=', almatyDay(now))
        .where((last) =>
          last.or([
            last('partners.active_to', 'is', null),
            last('partners.active_to', '>=', almatyDay(now)),
          ]),
        )
        .as('partner_visit'),
    )
    .where('tokens.hash', '=', hash)
    .executeTakeFirst()
  if (!row || row.revoked_at || row.blocked_at || row.expires_at <= now) return null
  const kind = kinds.find((one) => one === row.kind)
  if (!kind) return null
  // A token of one claim ends at its hour, however much it is used.
  const slides = row.account_id !== null && kind !== 'claim'
  if (slides && now.getTime() - row.used_at.getTime() > usedEveryMs)
    await sql
      .updateTable('tokens')
      .set({
        used_at: now,
        expires_at: new Date(
          Math.min(
            now.getTime() + row.idle_seconds * 1_000,
            row.created_at.getTime() + sessionLongestMs,
          ),
        ),
      })
      .where('hash', '=', hash)
      .where('revoked_at', 'is', null)
      .execute()
  return {
    kind,
    iin: row.iin,
    phone: row.phone,
    role: row.account_role ?? row.role,
    administrator: row.administrator === true,
    hash,
    sessionId: row.id,
    orderId: row.order_id,
    draftId: row.draft_id,
    accountId: row.account_id,
    beganBy: beganBys.find((one) => one === row.began_by) ?? null,
    provedAt: row.proved_at ?? row.created_at,
    partnerVisit: row.partner_visit,
  }
}

/** Ends sessions of an account: all, all but one, or one. */
export async function endSessions(
  sql: Sql,
  accountId: string,
  now: Date,
  of: { but?: string; only?: string } = {},
): Promise<number> {
  let termination = sql
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
  if (of.but) termination = termination.where('id', '<>', of.but)
  if (of.only) termination = termination.where('id', '=', of.only)
  return Number((await termination.executeTakeFirst()).numUpdatedRows)
}

/**
 * Checks that the identity may make a call; `accountant`, `staff` and `administrator` are roles of
 * a cabinet account.
 */
export const mayCall = (may: readonly Who[], identity: Identity | null): boolean =>
  may.includes('everyone') ||
  (identity !== null &&
    (identity.kind === 'user'
      ? may.some(
          (who) =>
            who === 'user' ||
            who === identity.role ||
            (who === 'administrator' && identity.administrator),
        )
      : may.some((who) => who === identity.kind)))
