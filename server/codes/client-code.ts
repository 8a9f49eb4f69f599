import { createHmac, randomInt } from 'node:crypto'
import { callCentre, codeResendSeconds } from '#domain/constants.ts'
import { addMs, otpMs, otpResendAt } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { buyerCode } from '#texts/consent.ts'
import type { Sql } from '../db/connect.ts'
import type { Browser } from '../http/browser.ts'
import type { Context } from '../http/context.ts'
import { withIdempotencyKey } from '../http/in-progress.ts'
import type { Counted } from '../http/limits.ts'
import { HttpError, ok, refuse } from '../http/refuse.ts'
import { attemptFrom, countCodeFrom, countCodeTo } from './code-limits.ts'
import { ownerOf } from './codes.ts'
import { atPhone, guessesSpent } from './guesses.ts'

export type Who = { iin: string; phone: string }
/** Version of the text beside the code; of a page without it today's. */
export type Accepted = { personalData: string }

/**
 * Sends the buyer's code. It is ours: the state's consent service asks by SMS and knows no code to
 * be typed (systems/kdp/protocol.ts); that this person has agreed is told to it afterwards
 * (held-consent.ts). Asked without a token, so it is limited per address, phone and person, in this
 * order, and says of nobody more than that the phone is not theirs. What a phone and a person have
 * is counted once they belong together.
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
  if (last && now < otpResendAt(last.sent_at) && !last.used_at) {
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
  if (await guessesSpent(context, atPhone(phone, browser)))
    return refuse(locale, refusals.wrongCode, undefined, 'spent')
  const [here, everywhere] = countsOfPerson(iin, address)
  await limits.count(...here)
  const owned = await attemptFrom(context, 'wrongCodesPerAddress', phone, async () => ({
    success: (await systems.bmg.owns(iin, phone)) !== 'no',
  }))
  if (!owned.success) return refuse(locale, refusals.phoneNotLinked)
  await countCodeFrom(phone, context)
  await countCodeTo(phone, context)
  if (!browser.knows(phone)) await limits.count(...everywhere)
  browser.keep()
  const id = crypto.randomUUID()
  const code = newCode()
  await db
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
    .execute()
  try {
    await systems.sms.send({ to: phone, text: codeText(code, context), key: id })
  } catch (cause) {
    // Nobody has it: the next one need not wait for it.
    await db.deleteFrom('otp_codes').where('id', '=', id).execute()
    throw cause
  }
  return ok({
    resendAfter: otpResendAt(now).toISOString(),
    expiresAt: addMs(now, otpMs).toISOString(),
    resendInSeconds: codeResendSeconds,
  })
}

/** What a person has of codes, from one address and from all. */
export const countsOfPerson = (iin: string, address: string): readonly [Counted, Counted] => [
  ['otpPerIinHere', `${iin}:${address}`],
  ['otpPerIin', iin],
]

const codeText = (code: string, { config, locale }: Context): string =>
  buyerCode(code, new URL(config.publicUrl).hostname)[locale]

export const digest = ({ config }: Pick<Context, 'config'>, id: string, code: string) =>
  createHmac('sha256', config.signingKey).update(`${id}:${code}`).digest()

/** Four digits that are not the call centre's number. */
function newCode(): string {
  const code = String(randomInt(10_000)).padStart(4, '0')
  return code === callCentre ? newCode() : code
}

/** The newest code that this browser asked for, or this address without a cookie. */
export const codesOf = (sql: Sql, { iin, phone }: Who, browser: Browser) =>
  sql
    .selectFrom('otp_codes')
    .selectAll()
    .where('iin', '=', iin)
    .where('phone', '=', phone)
    .$if(browser.bare, (query) => query.where('address', '=', browser.addressHash))
    .$if(!browser.bare, (query) => query.where('browser', '=', browser.hash))
    .orderBy('sent_at', 'desc')
    .limit(1)
