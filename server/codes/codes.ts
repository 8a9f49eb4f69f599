import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { codeResendSeconds } from '#domain/constants.ts'
import { addMs, otpAttempts, otpMs, otpResendAt, otpUsable } from '#domain/lifetimes.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { wrongCodeText } from '#texts/wrong-code.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Browser } from '../http/browser.ts'
import type { Context } from '../http/context.ts'
import type { Counted, LimitName } from '../http/limits.ts'
import { HttpError, type Refused, refuse } from '../http/refuse.ts'

/**
 * A guesser of codes: a day's wrong ones count together per phone, from any address. If the phone
 * was proved before, and inside a session, they count separately, so that strangers' guesses do not
 * lock the owner out. Without the count, four digits allow 4,320 guesses a day and phone: a third
 * of the attacked phones would open.
 */
type Guesser = {
  counts: readonly (readonly [LimitName, string])[]
  spent: 'spent' | 'spent_inside' | 'spent_desk'
}

/** An unknown caller with a phone they claim. One address alone can't use up a phone's limits. */
export const atPhone = (phone: string, browser: Browser): Guesser => ({
  counts: browser.knows(phone)
    ? [['wrongCodesPerBrowser', `${phone}:${browser.counted}`]]
    : [
        ['wrongCodesHere', `${phone}:${browser.address}`],
        ['wrongCodesPerPhone', phone],
      ],
  spent: 'spent',
})

/** Staff and accountants after the right password: in a key of their own. */
export const atDeskOf = (accountId: string, browser: Browser): Guesser => ({
  counts: [
    [
      'wrongCodesPerDesk',
      browser.knows(deskMark(accountId)) ? `${accountId}:${browser.counted}` : accountId,
    ],
  ],
  spent: 'spent_desk',
})
export const deskMark = (accountId: string) => `desk:${accountId}`

/** A signed-in caller, at a code that confirms an act. */
export const inSession = (accountId: string): Guesser => ({
  counts: [['wrongCodesPerAccount', accountId]],
  spent: 'spent_inside',
})

/** A caller admitted to this one phone's code, without an account: that phone's guesses. */
export const atForeignPhone = (phone: string): Guesser => ({
  counts: [['wrongCodesPerPhone', phone]],
  spent: 'spent_inside',
})

/**
 * A promoter, at the code of a client's phone: counts first their guesses at all phones, then at
 * this one, so that one promoter opens no client by trying many and uses up nobody's phone.
 */
export const asPromoter = (accountId: string, phone: string): Guesser => ({
  counts: [
    ['wrongCodesPerPromoter', accountId],
    ['wrongCodesHere', `${phone}:${accountId}`],
    ['wrongCodesPerPhone', phone],
  ],
  spent: 'spent_inside',
})

/**
 * Counts before comparing the code, so that parallel guesses count too. Returns false if none is
 * left today.
 */
export const takeGuess = async ({ limits }: Deps, { counts }: Guesser): Promise<boolean> =>
  (await limits.takeAllOrWait(counts)) === null

/** The code was right: it was no wrong one. */
async function restoreGuess({ limits }: Deps, { counts }: Guesser): Promise<void> {
  await limits.restoreAll(counts)
}

/** Checks if today's tries are used up, so that another code could not be entered. */
export const guessesSpent = ({ limits }: Deps, { counts }: Guesser): Promise<boolean> =>
  limits.spent(counts)

/**
 * Refuses a wrong code, with its remaining tries. Those belong to the code's requester, who can
 * count them too; a phone's remaining tries of the day stay secret.
 */
export function refusedCode(locale: Locale, tried: number): Refused {
  const left = otpAttempts - tried
  if (left <= 0) return refuse(locale, refusals.wrongCode, undefined, 'too_many')
  return { ...refuse(locale, refusals.wrongCode), message: wrongCodeText(left)[locale] }
}

/**
 * Answers a code that can't be tried any more: its tries are used up, or, as with a double press,
 * the same right code arrived at the same moment and won. That one was no guess.
 */
export async function lost(
  deps: Deps,
  guesser: Guesser,
  { locale, right }: { locale: Locale; right: boolean },
): Promise<Refused> {
  if (right) await restoreGuess(deps, guesser)
  return refuse(locale, refusals.wrongCode, undefined, right ? 'used' : 'too_many')
}

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
  /** Whose tries these are. */
  guesser: Guesser
  /**
   * The requesting browser, if nothing else proves the caller: then the code is its alone. Null
   * inside a session.
   */
  browser: Browser | null
}

const digest = (deps: Deps, id: string, code: string) =>
  createHmac('sha256', deps.config.signingKey).update(`${id}:${code}`).digest()

/** A code was sent a moment ago: the next one is available at `resendAt`. */
export function tooSoon(resendAt: Date, now: Date): HttpError {
  const seconds = Math.max(1, Math.ceil((resendAt.getTime() - now.getTime()) / 1_000))
  return new HttpError(
    429,
    { code: refusals.passwordResetRateLimit, data: { resendAfter: resendAt.toISOString() } },
    { 'retry-after': String(seconds) },
  )
}

/**
 * Makes a new four-digit code: stored as a keyed hash, five tries, five minutes, a new one after 30
 * s (else 429 with Retry-After; settled.md, "Identity"). The caller sends it. Invalidates earlier
 * codes of the same subject and browser. `count` checks the limits, once it is clear that a code
 * would be sent.
 */
export async function newCode(deps: Deps, about: About, count?: () => Promise<void>) {
  const { db, clock } = deps
  const now = clock.now()
  const last = await newest(db, about)
  if (last && !last.used_at && now < otpResendAt(last.sent_at))
    throw tooSoon(otpResendAt(last.sent_at), now)
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
 * Uses up the code: returns null if it was right, else the refusal 14014. Counts the try before
 * comparing, against the code and against the day's tries. `keep`: a right one may be entered once
 * more, if another code beside it may still be wrong.
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
 * Returns a code's owner: the requesting browser. A program without cookies returns the code from
 * the address it requested it from, and has its own tries: its wrong ones don't use up those of a
 * browser behind the same address.
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

type Asking = Pick<Context, 'limits' | 'browser' | 'address'>

/**
 * Limits for a code to a phone an unknown caller claims. The caller's place counts first: too many
 * requests from one address stop before they touch the phone's own limit. A browser the phone was
 * proved from counts separately.
 */
const countsOf = (phone: string, { browser, address }: Asking): readonly Counted[] =>
  browser.knows(phone)
    ? [['codesPerBrowser', `${phone}:${browser.counted}`]]
    : [
        ['codesHere', `${phone}:${address}`],
        ['codesPerPhone', phone],
        ['smsPerPhoneADay', phone],
      ]

/** Counts a code that is to be sent to a phone; what else (`more`) if it is not proved before. */
export const countCodeTo = (phone: string, asking: Asking, more: readonly Counted[] = []) =>
  asking.limits.countAll([...countsOf(phone, asking), ...(asking.browser.knows(phone) ? [] : more)])

/** Limits of a code at the address, if the phone was not proved before. */
export const countsFrom = (phone: string, { browser, address }: Asking): readonly Counted[] =>
  browser.knows(phone) ? [] : [['codesPerAddress', address]]

/**
 * Restores the sent code's count after it was entered, and the other counts of its sending (`more`
 * if the phone was not proved before, `always` in any case). Call it before the browser remembers
 * the phone.
 */
export async function restoreCode(
  phone: string,
  asking: Asking,
  more: readonly Counted[] = [],
  always: readonly Counted[] = [],
) {
  const here = asking.browser.knows(phone) ? [] : [...countsFrom(phone, asking), ...more]
  await asking.limits.restoreAll([...always, ...here, ...countsOf(phone, asking)])
}

/**
 * Limits for a letter to a typed mailbox: the person's first, then the mailbox's. A mailbox they
 * have confirmed counts in neither, whatever sends the letter.
 */
export async function countsOfLetter(
  sql: Sql,
  iin: string,
  mailbox: string,
): Promise<readonly Counted[]> {
  const to = mailbox.toLowerCase()
  const confirmed = await sql
    .selectFrom('accounts')
    .select('id')
    .where('iin', '=', iin)
    .where('email_confirmed_at', 'is not', null)
    .where((row) => row(row.fn<string>('lower', ['email']), '=', to))
    .executeTakeFirst()
  return confirmed
    ? []
    : [
        ['lettersHere', `${iin}:${to}`],
        ['lettersPerMailboxADay', to],
      ]
}

/**
 * Limits tries of a secret only a phone's or login's owner knows: wrong ones count against the
 * caller's address, unless the phone or login (`what`) was proved from this browser before.
 */
export const attemptFrom = <T extends object>(
  { limits, browser, address }: Asking,
  name: 'signInsPerAddress' | 'wrongCodesPerAddress',
  what: string | null,
  work: () => Promise<T>,
): Promise<T> =>
  what !== null && browser.knows(what)
    ? work()
    : limits.attempt([name, address], work, (answer) => !('success' in answer && !answer.success))

/**
 * Checks that the register links this phone to this person; a mismatch is a wrong guess of the
 * address, in every call, so that nobody lists owners of phones.
 */
export const isTheirPhone = async (
  asking: Asking & Pick<Context, 'systems'>,
  { iin, phone }: { iin: string; phone: string },
): Promise<boolean> => {
  const { success } = await attemptFrom(asking, 'wrongCodesPerAddress', phone, async () => ({
    success: (await asking.systems.bmg.owns(iin, phone)) !== 'no',
  }))
  return success
}
