import { timingSafeEqual } from 'node:crypto'
import { addMs, consentLifeMs, otpAttempts, otpUsable, purchaseTokenMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { legalOf } from '#texts/legal-archive.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import type { Context } from '../http/context.ts'
import { createToken } from '../http/create-token.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { keepPhone } from '../persons/people.ts'
import { type Accepted, codesOf, countsOfPerson, digest, type Who } from './client-code.ts'
import { attemptFrom, restoreCode } from './code-limits.ts'
import { attemptsOf } from './codes.ts'
import { atPhone, restoreGuess, takeGuess } from './guesses.ts'
import { lost, refusedCode } from './refused-code.ts'

/** A code that a client types in beside a promoter. */

/**
 * Checks the code: five tries, five minutes, one use, of whoever asked for it. The right one is the
 * buyer's consent to the text that was shown to them, and opens a token that may only buy.
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
  // The try is counted before the answer is known, so that parallel guesses count too.
  const counted = await db
    .updateTable('otp_codes')
    .set((expression) => ({ [attempts]: expression(attempts, '+', 1) }))
    .where('id', '=', code.id)
    .where(attempts, '<', otpAttempts)
    .where('used_at', 'is', null)
    .returning(['tries', 'bare_tries'])
    .executeTakeFirst()
  if (!counted) return lost(context, guesser, { locale, right })
  if (!right) {
    metrics.wrongCodes.inc({ purpose: 'buy' })
    return refusedCode(locale, counted[attempts])
  }
  await restoreGuess(context, guesser)
  await restoreCode(phone, context, countsOfPerson(iin, address))
  const token = await opened(context, { iin, phone, codeId: code.id, version, now })
  if (token) browser.remember(phone)
  return token ? ok(token) : refuse(locale, refusals.wrongCode, undefined, 'used')
}

/** The token of a right code; null when another request with the same code was first. */
async function opened(
  { db }: Context,
  { iin, phone, codeId, version, now }: Who & { codeId: string; version: string; now: Date },
) {
  const expiresAt = addMs(now, purchaseTokenMs)
  const token = await db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('otp_codes')
      .set({ used_at: now })
      .where('id', '=', codeId)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!used) return null
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
