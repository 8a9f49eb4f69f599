import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { callCentre, codeResendSeconds } from '#domain/constants.ts'
import {
  addMs,
  consentLifeMs,
  otpAttempts,
  otpMs,
  otpResendAt,
  otpUsable,
  purchaseTokenMs,
} from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { buyerCode } from '#texts/consent.ts'
import { fieldText } from '#texts/fields.ts'
import { legalOf } from '#texts/legal-archive.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import type { Sql } from '../db/connect.ts'
import type { Browser } from '../http/browser.ts'
import type { Context } from '../http/context.ts'
import { createToken } from '../http/create-token.ts'
import { withIdempotencyKey } from '../http/going-on.ts'
import type { Counted } from '../http/limits.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { reaches } from '../messaging/unreachable.ts'
import { keepPhone } from '../persons/people.ts'
import {
  atPhone,
  attemptFrom,
  attemptsOf,
  countCodeTo,
  countsFrom,
  guessesSpent,
  isTheirPhone,
  lost,
  ownerOf,
  refusedCode,
  restoreCode,
  takeGuess,
  tooSoon,
} from './codes.ts'

type Who = { iin: string; phone: string }
/** Version of the text beside the code; of a page without it today's. */
type Accepted = { personalData: string }

/**
 * Sends the buyer's code. It is ours: the state's consent service asks by SMS and has no code to
 * type (systems/kdp/protocol.ts); this person's consent is reported to it afterwards
 * (held-consent.ts). The call has no token, so it is limited per address, phone and person, in this
 * order, and reveals only that the phone is not theirs. Counts phone and person once they belong
 * together.
 */
export const sendClientCode = (who: Who, context: Context) =>
  // Two requests at one moment would both find no earlier code: one of them waits for its answer.
  withIdempotencyKey(context, `otp:${who.iin}:${who.phone}:${context.browser.counted}`, () =>
    send(who, context),
  )

async function send({ iin, phone }: Who, context: Context) {
  const { db, systems, limits, clock, locale, address, browser } = context
  const now = clock.now()
  const last = await codesOf(db, { iin, phone }, browser).executeTakeFirst()
  if (last && now < otpResendAt(last.sent_at) && !last.used_at)
    throw tooSoon(otpResendAt(last.sent_at), now)
  if (await guessesSpent(context, atPhone(phone, browser)))
    return refuse(locale, refusals.wrongCode, undefined, 'spent')
  const [here, everywhere] = countsOfPerson(iin, address)
  await limits.count(...here)
  if (!(await isTheirPhone(context, { iin, phone }))) return refuse(locale, refusals.phoneNotLinked)
  // The register was queried: `here` remains counted, whatever refuses the code now.
  await countCodeTo(phone, context, [...countsFrom(phone, context), everywhere])
  browser.keep()
  const id = crypto.randomUUID()
  const code = newCode()
  const row = await db
    .insertInto('otp_codes')
    .values({
      id,
      iin,
      phone,
      ...ownerOf(browser),
      request_id: id,
      hash: digest(context, id, code),
      sent_at: now,
      expires_at: addMs(now, otpMs),
    })
    .returning(reaches('sms', phone).as('reaches'))
    .executeTakeFirstOrThrow()
  try {
    await systems.sms.send({ to: phone, text: codeText(code, context), key: id, ...row })
  } catch (cause) {
    // The code reached nobody: the next one need not wait for it.
    await db.deleteFrom('otp_codes').where('id', '=', id).execute()
    throw cause
  }
  return ok({
    resendAfter: otpResendAt(now).toISOString(),
    expiresAt: addMs(now, otpMs).toISOString(),
    resendInSeconds: codeResendSeconds,
  })
}

/** A person's limits of codes, from one address and from all. */
const countsOfPerson = (iin: string, address: string): readonly [Counted, Counted] => [
  ['otpPerIinHere', `${iin}:${address}`],
  ['otpPerIin', iin],
]

const codeText = (code: string, { config, locale }: Context): string =>
  buyerCode(code, new URL(config.publicUrl).hostname)[locale]

const digest = ({ config }: Pick<Context, 'config'>, id: string, code: string) =>
  createHmac('sha256', config.signingKey).update(`${id}:${code}`).digest()

/** Four digits that are not the call centre's number. */
function newCode(): string {
  const code = String(randomInt(10_000)).padStart(4, '0')
  return code === callCentre ? newCode() : code
}

/** The newest code this browser requested, or this address without a cookie. */
const codesOf = (sql: Sql, { iin, phone }: Who, browser: Browser) =>
  sql
    .selectFrom('otp_codes')
    .selectAll()
    .where('iin', '=', iin)
    .where('phone', '=', phone)
    .$if(browser.bare, (query) => query.where('address', '=', browser.addressHash))
    .$if(!browser.bare, (query) => query.where('browser', '=', browser.hash))
    .orderBy('sent_at', 'desc')
    .limit(1)

/**
 * Checks the code: five tries, five minutes, one use, by the browser that requested it. The right
 * one is the buyer's consent to the text they saw, and opens a token that may only buy.
 */
export const checkClientCode = (given: Given, context: Context) =>
  attemptFrom(context, 'wrongCodesPerAddress', given.phone, () => check(given, context))

type Given = Who & { otp_code: string; accepted?: Accepted | undefined }

async function check({ iin, phone, otp_code, accepted }: Given, context: Context) {
  const { db, clock, locale, address, browser, metrics } = context
  const version = accepted?.personalData ?? legalVersions.personalData
  if (!legalOf('personalData', version, locale))
    throw invalid([{ path: 'accepted.personalData', message: fieldText('text_version', locale) }])
  const now = clock.now()
  const codes = codesOf(db, { iin, phone }, browser)
  const code =
    (await codes.where('used_at', 'is', null).executeTakeFirst()) ??
    (await codes.executeTakeFirst())
  if (!code) return refuse(locale, refusals.wrongCode)
  // Without a hash it was the state's to check, which it never was.
  const right = code.hash !== null && timingSafeEqual(code.hash, digest(context, code.id, otp_code))
  if (code.used_at) return refuse(locale, refusals.wrongCode, undefined, right ? 'used' : undefined)
  const attempts = attemptsOf(browser)
  if (!otpUsable({ sentAt: code.sent_at, attempts: code[attempts] }, now))
    return refuse(
      locale,
      refusals.wrongCode,
      undefined,
      code[attempts] >= otpAttempts ? 'too_many' : 'expired',
    )
  const guesser = atPhone(phone, browser)
  if (!(await takeGuess(context, guesser)))
    return refuse(locale, refusals.wrongCode, undefined, guesser.spent)
  // Counts the try before comparing, so that parallel guesses count too; the right code is used up
  // by the same statement.
  const tried = (sql: Sql) =>
    sql
      .updateTable('otp_codes')
      .set((expression) => ({
        [attempts]: expression(attempts, '+', 1),
        ...(right ? { used_at: now } : {}),
      }))
      .where('id', '=', code.id)
      .where(attempts, '<', otpAttempts)
      .where('used_at', 'is', null)
      .returning(['tries', 'bare_tries'])
      .executeTakeFirst()
  if (!right) {
    const counted = await tried(db)
    if (!counted) return lost(context, guesser, { locale, right })
    metrics.wrongCodes.inc({ purpose: 'buy' })
    return refusedCode(locale, counted[attempts])
  }
  const token = await opened(context, { iin, phone, version, now }, tried)
  if (!token) return lost(context, guesser, { locale, right })
  // Only by the call that used it up: sent once, restored once.
  const [here, everywhere] = countsOfPerson(iin, address)
  await restoreCode(phone, context, [everywhere], [here, ...guesser.counts])
  browser.remember(phone)
  return ok(token)
}

/** The token of a right code; null when another request with the same code was first. */
async function opened(
  { db }: Context,
  { iin, phone, version, now }: Who & { version: string; now: Date },
  uses: (sql: Sql) => Promise<unknown>,
) {
  const expiresAt = addMs(now, purchaseTokenMs)
  const token = await db.transaction().execute(async (tx) => {
    if (!(await uses(tx))) return null
    await tx
      .insertInto('consents')
      .values({
        iin,
        phone,
        kind: 'policyholder',
        state: 'approved',
        channel: 'sms_code',
        text_version: version,
        asked_by: iin,
        requested_at: now,
        answer_until: now,
        answered_at: now,
        valid_until: addMs(now, consentLifeMs),
      })
      .execute()
    await keepPhone(tx, iin, phone)
    return createToken(tx, { kind: 'purchase', iin, phone }, now, expiresAt)
  })
  return token ? { token, expiresAt: expiresAt.toISOString() } : null
}
