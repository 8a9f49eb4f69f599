import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Locale } from '#brand'
import { codeResendSeconds } from '#domain/constants.ts'
import { addMs, otpMs, otpResendAt, otpTries, otpUsable } from '#domain/lifetimes.ts'
import type { Sql } from './db/connect.ts'
import type { Deps } from './deps.ts'
import { Answer, type Refused, refuse } from './refuse.ts'

export type CodePurpose = 'sign_in' | 'phone' | 'email' | 'terminate' | 'password'
type About = { purpose: CodePurpose; subject: string; accountId: string | null }

const digest = (deps: Deps, id: string, code: string) => createHmac('sha256', deps.config.signingKey).update(`${id}:${code}`).digest()

/**
 * A new four-digit code: kept as a keyed hash, five tries, five minutes, asked for again after 30 s (else 429 with Retry-After; decisions,
 * "Identity"). The caller sends it. Earlier codes of the same subject no longer count.
 */
export async function newCode(deps: Deps, about: About) {
  const { db, clock } = deps
  const now = clock.now()
  const last = await newest(db, about)
  if (last && !last.used_at && now < otpResendAt(last.sent_at)) {
    const seconds = Math.max(1, Math.ceil((otpResendAt(last.sent_at).getTime() - now.getTime()) / 1_000))
    throw new Answer(
      429,
      { code: 13000, data: { resendAfter: otpResendAt(last.sent_at).toISOString() } },
      { 'retry-after': String(seconds) },
    )
  }
  const id = randomUUID()
  const code = String(randomInt(10_000)).padStart(4, '0')
  await db
    .insertInto('codes')
    .values({
      id,
      purpose: about.purpose,
      subject: about.subject,
      account_id: about.accountId,
      hash: digest(deps, id, code),
      sent_at: now,
      expires_at: addMs(now, otpMs),
    })
    .execute()
  return {
    id,
    code,
    sent: { resendAfter: otpResendAt(now).toISOString(), expiresAt: addMs(now, otpMs).toISOString(), resendInSeconds: codeResendSeconds },
  }
}

/** Uses up the code: null when it was right, else the refusal 14014. The try is counted before the answer is known. */
export async function wrongCode(deps: Deps, locale: Locale, about: About, given: string): Promise<Refused | null> {
  const { db, clock } = deps
  const now = clock.now()
  const code = await newest(db, about)
  if (!code || code.used_at || (about.accountId && code.account_id !== about.accountId)) return refuse(locale, 14014)
  if (!otpUsable({ sentAt: code.sent_at, tries: code.tries }, now))
    return refuse(locale, 14014, undefined, code.tries >= otpTries ? 'too_many' : 'expired')
  const counted = await db
    .updateTable('codes')
    .set((expression) => ({ tries: expression('tries', '+', 1) }))
    .where('id', '=', code.id)
    .where('tries', '<', otpTries)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!counted) return refuse(locale, 14014, undefined, 'too_many')
  if (!timingSafeEqual(code.hash, digest(deps, code.id, given))) return refuse(locale, 14014)
  const used = await db
    .updateTable('codes')
    .set({ used_at: now })
    .where('id', '=', code.id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used ? null : refuse(locale, 14014)
}

const newest = (sql: Sql, { purpose, subject }: About) =>
  sql
    .selectFrom('codes')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
