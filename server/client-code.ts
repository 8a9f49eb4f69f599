import { codeResendSeconds } from '#domain/constants.ts'
import { addMs, consentLifeMs, otpMs, otpResendAt, otpUsable, purchaseTokenMs } from '#domain/lifetimes.ts'
import { consentPurpose } from '#texts/consent.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { createToken } from './auth.ts'
import { onceAtATime } from './in-progress.ts'
import { keepPhone } from './people.ts'
import { Answer, ok, refuse } from './refuse.ts'
import type { Context } from './route.ts'

type Who = { iin: string; phone: string }

/** Sends the buyer's code from 1414. Asked without a token, so it is limited per phone, person and address, and says of nobody more than that the phone is not theirs. */
export const sendClientCode = (who: Who, context: Context) =>
  // Two requests at one moment would both find no earlier code: one of them waits for its answer.
  onceAtATime(context.db, `otp:${who.iin}:${who.phone}`, () => send(who, context))

async function send({ iin, phone }: Who, { db, systems, limits, clock, locale, address }: Context) {
  const now = clock.now()
  const last = await db
    .selectFrom('otp_codes')
    .selectAll()
    .where('iin', '=', iin)
    .where('phone', '=', phone)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last && now < otpResendAt(last.sent_at) && !last.used_at) {
    const seconds = Math.max(1, Math.ceil((otpResendAt(last.sent_at).getTime() - now.getTime()) / 1_000))
    throw new Answer(
      429,
      { code: 13000, data: { resendAfter: otpResendAt(last.sent_at).toISOString() } },
      { 'retry-after': String(seconds) },
    )
  }
  await limits.count('otpPerAddress', address)
  await limits.count('otpPerPhone', phone)
  await limits.count('otpPerIin', iin)
  if ((await systems.bmg.owns(iin, phone)) === 'no') return refuse(locale, 14002)
  const id = crypto.randomUUID()
  const { requestId } = await systems.kdp.sendCode({ iin, phone, purpose: consentPurpose, key: id })
  await db
    .insertInto('otp_codes')
    .values({ id, iin, phone, request_id: requestId, sent_at: now, expires_at: addMs(now, otpMs) })
    .execute()
  return ok({ resendAfter: otpResendAt(now).toISOString(), expiresAt: addMs(now, otpMs).toISOString(), resendInSeconds: codeResendSeconds })
}

/** Checks the code: five tries, five minutes, one use. The right one is the buyer's consent and opens a token that may only buy. */
export async function checkClientCode({ iin, phone, otp_code }: Who & { otp_code: string }, context: Context) {
  const { db, systems, limits, clock, locale, address } = context
  await limits.count('otpPerAddress', address)
  const now = clock.now()
  const code = await db
    .selectFrom('otp_codes')
    .selectAll()
    .where('iin', '=', iin)
    .where('phone', '=', phone)
    .where('used_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!code) return refuse(locale, 14014)
  if (!otpUsable({ sentAt: code.sent_at, tries: code.tries }, now))
    return refuse(locale, 14014, undefined, code.tries >= 5 ? 'too_many' : 'expired')
  // The try is counted before the answer is known, so that parallel guesses count too.
  const counted = await db
    .updateTable('otp_codes')
    .set((expression) => ({ tries: expression('tries', '+', 1) }))
    .where('id', '=', code.id)
    .where('tries', '<', 5)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!counted) return refuse(locale, 14014, undefined, 'too_many')
  const verdict = await systems.kdp.confirmCode(code.request_id, otp_code)
  if (verdict !== 'ok') return refuse(locale, 14014, undefined, verdict === 'wrong' ? undefined : verdict)
  const token = await opened(context, { iin, phone, codeId: code.id, now })
  return token ? ok(token) : refuse(locale, 14014)
}

/** The token of a right code; null when another request with the same code was first. */
async function opened({ db }: Context, { iin, phone, codeId, now }: { iin: string; phone: string; codeId: string; now: Date }) {
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
        channel: 'sms_code_1414',
        text_version: legalVersions.personalData,
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
