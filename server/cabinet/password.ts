import { newPasswordResendMinutes } from '#domain/constants.ts'
import { addMs, temporaryPasswordMs } from '#domain/lifetimes.ts'
import { cabinetAnswers, cabinetMessages } from '#texts/cabinet.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { cabinetAccountByPhone } from '../accounts/accounts.ts'
import {
  changeOwnPassword,
  hashPassword,
  newTemporaryPassword,
} from '../accounts/change-password.ts'
import type { Counted } from '../http/limits.ts'
import { HttpError } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/**
 * Sends a temporary password by SMS (settled.md, "Identity"). An unknown phone is told (404),
 * because the specification marks the field then: so each address may ask for few of them in a day,
 * and is then told nothing of any phone. Limits count where they are first. The own password goes
 * on working until the temporary one is used, so that a stranger's request takes nothing from the
 * owner.
 */
export const forgotPassword = handle('cabinetForgotPassword', async ({ phone }, context) => {
  const { db, clock, limits, address, browser, systems, locale, device } = context
  const known = browser.knows(phone)
  const here: Counted = ['forgotHere', `${phone}:${known ? browser.counted : address}`]
  const counts: readonly Counted[] = known
    ? [here]
    : [['forgotPerAddress', address], here, ['forgotPerPhone', phone]]
  for (const [name, key] of counts) await limits.count(name, key)
  if (!known) await limits.count('forgotUnknownPerAddress', address)
  const account = await cabinetAccountByPhone(db, phone)
  if (account && !known) await limits.restore('forgotUnknownPerAddress', address)
  if (!account)
    throw new HttpError(404, {
      error: 'phone_unknown',
      message: cabinetAnswers.phoneUnknown[locale],
    })
  // It rings: counted with all that strangers send to this phone.
  const rings: readonly Counted[] = known ? [] : [['smsPerPhoneADay', phone]]
  for (const [name, key] of rings) await limits.count(name, key)
  const now = clock.now()
  const resendFrom = new Date(now.getTime() - newPasswordResendMinutes * 60_000)
  // Nothing is sent: a repetition takes nothing from what may be asked for.
  const alreadySent = async () => {
    for (const [name, key] of [...counts, ...rings]) await limits.restore(name, key)
    return new HttpError(404, {
      error: 'already_sent',
      message: cabinetAnswers.alreadySent[locale],
    })
  }
  if (account.temporary_sent_at && account.temporary_sent_at > resendFrom) throw await alreadySent()
  const password = newTemporaryPassword()
  const hash = await hashPassword(password)
  // One writer wins: a second request at the same moment finds it sent.
  const written = await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', account.id)
      .where((expression) =>
        expression.or([
          expression('temporary_sent_at', 'is', null),
          expression('temporary_sent_at', '<=', resendFrom),
        ]),
      )
      .forUpdate()
      .executeTakeFirst()
    if (before)
      await changeEntry(tx, context, 'password_sent', {
        before,
        set: {
          temporary_hash: hash,
          temporary_sent_at: now,
          temporary_until: addMs(now, temporaryPasswordMs),
        },
        actor: 'client:phone',
        device,
      })
    return before
  })
  if (!written) throw await alreadySent()
  try {
    await systems.sms.send({
      to: phone,
      text: cabinetMessages.temporaryPassword(password)[locale],
      key: `${account.id}:${now.toISOString()}`,
    })
  } catch (cause) {
    // It may be asked for again at once; should the SMS come all the same, its password works.
    await db
      .updateTable('accounts')
      .set({ temporary_sent_at: null })
      .where('id', '=', account.id)
      .where('temporary_hash', '=', hash)
      .execute()
    throw cause
  }
  return { success: true as const }
})

export const changePassword = handle('cabinetChangePassword', changeOwnPassword)
