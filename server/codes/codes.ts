import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { codeResendSeconds } from '#domain/constants.ts'
import { addMs, otpAttempts, otpMs, otpResendAt, otpUsable } from '#domain/lifetimes.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Browser } from '../http/browser.ts'
import { HttpError, type Refused, refuse } from '../http/refuse.ts'
import { type Guesser, restoreGuess, takeGuess } from './guesses.ts'
import { lost, refusedCode } from './refused-code.ts'

export type CodePurpose =
  | 'sign_in'
  | 'phone'
  | 'email'
  | 'email_phone'
  | 'not_me'
  | 'terminate'
  | 'client_proof'
  | 'password'
  | 'order'
  | 'claim'
type About = {
  purpose: CodePurpose
  subject: string
  accountId: string | null
  /** Whose wrong codes these are. */
  guesser: Guesser
  /**
   * Who asked, where nothing else proves it: then the code is theirs alone. Null inside a session.
   */
  browser: Browser | null
}

const digest = (deps: Deps, id: string, code: string) =>
  createHmac('sha256', deps.config.signingKey).update(`${id}:${code}`).digest()

/**
 * A new four-digit code: kept as a keyed hash, five tries, five minutes, asked for again after 30 s
 * (else 429 with Retry-After; settled.md, "Identity"). The caller sends it. Earlier codes of the
 * same subject and browser no longer count. `count` asks the limits, once it is known that a code
 * would be sent.
 */
export async function newCode(deps: Deps, about: About, count?: () => Promise<void>) {
  const { db, clock } = deps
  const now = clock.now()
  const last = await newest(db, about)
  if (last && !last.used_at && now < otpResendAt(last.sent_at)) {
    const seconds = Math.max(
      1,
      Math.ceil((otpResendAt(last.sent_at).getTime() - now.getTime()) / 1_000),
    )
    throw new HttpError(
      429,
      {
        code: refusals.passwordResetRateLimit,
        data: { resendAfter: otpResendAt(last.sent_at).toISOString() },
      },
      { 'retry-after': String(seconds) },
    )
  }
  await count?.()
  about.browser?.keep()
  const id = randomUUID()
  const code = String(randomInt(10_000)).padStart(4, '0')
  await db
    .insertInto('codes')
    .values({
      id,
      purpose: about.purpose,
      subject: about.subject,
      account_id: about.accountId,
      ...ownerOf(about.browser),
      hash: digest(deps, id, code),
      sent_at: now,
      expires_at: addMs(now, otpMs),
    })
    .execute()
  return {
    id,
    code,
    sent: {
      resendAfter: otpResendAt(now).toISOString(),
      expiresAt: addMs(now, otpMs).toISOString(),
      resendInSeconds: codeResendSeconds,
    },
  }
}

/** Sends a code. One that was not sent is forgotten, so that the next need not wait for it. */
export async function sendCode(
  { db }: Pick<Deps, 'db'>,
  id: string | readonly string[],
  send: () => Promise<unknown>,
): Promise<void> {
  try {
    await send()
  } catch (cause) {
    await db.deleteFrom('codes').where('id', 'in', [id].flat()).execute()
    throw cause
  }
}

/**
 * Uses up the code: null when it was right, else the refusal 14014. The try is counted before the
 * answer is known, against the code and against what there is in a day. `keep`: a right one may be
 * given once more, where another code beside it may still be wrong.
 */
export async function wrongCode(
  deps: Deps,
  locale: Locale,
  about: About,
  given: string,
  { keep = false } = {},
): Promise<Refused | null> {
  const { db, clock, metrics } = deps
  const now = clock.now()
  const code = await newest(db, about)
  if (!code || (about.accountId && code.account_id !== about.accountId))
    return refuse(locale, refusals.wrongCode)
  const right = timingSafeEqual(code.hash, digest(deps, code.id, given))
  if (code.used_at) return refuse(locale, refusals.wrongCode, undefined, right ? 'used' : undefined)
  const attempts = attemptsOf(about.browser)
  if (!otpUsable({ sentAt: code.sent_at, attempts: code[attempts] }, now))
    return refuse(
      locale,
      refusals.wrongCode,
      undefined,
      code[attempts] >= otpAttempts ? 'too_many' : 'expired',
    )
  if (!(await takeGuess(deps, about.guesser)))
    return refuse(locale, refusals.wrongCode, undefined, about.guesser.spent)
  const counted = await db
    .updateTable('codes')
    .set((expression) => ({ [attempts]: expression(attempts, '+', 1) }))
    .where('id', '=', code.id)
    .where(attempts, '<', otpAttempts)
    .where('used_at', 'is', null)
    .returning(['tries', 'bare_tries'])
    .executeTakeFirst()
  if (!counted) return lost(deps, about.guesser, { locale, right })
  if (!right) {
    metrics.wrongCodes.inc({ purpose: about.purpose })
    return refusedCode(locale, counted[attempts])
  }
  await restoreGuess(deps, about.guesser)
  if (keep) return null
  const used = await db
    .updateTable('codes')
    .set({ used_at: now })
    .where('id', '=', code.id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used ? null : refuse(locale, refusals.wrongCode, undefined, 'used')
}

/**
 * Whose a code is: the browser's that asked. A program that keeps no cookies gives it back from the
 * address it asked from, and has tries of its own: its wrong ones don't use up those of a browser
 * behind the same address.
 */
export const ownerOf = (browser: Browser | null) => ({
  browser: browser?.hash ?? null,
  address: browser?.bare && !browser.keepsCookies ? browser.addressHash : null,
})
export const attemptsOf = (browser: Browser | null) => (browser?.bare ? 'bare_tries' : 'tries')

const newest = (sql: Sql, { purpose, subject, browser }: About) =>
  sql
    .selectFrom('codes')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .$if(browser?.bare === true, (query) =>
      query.where('address', '=', browser?.addressHash ?? null),
    )
    .$if(browser?.bare === false, (query) => query.where('browser', '=', browser?.hash ?? null))
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
