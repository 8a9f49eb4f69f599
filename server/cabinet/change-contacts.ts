import { cabinetMessages } from '#texts/cabinet.ts'
import { type Account, givePhone, myAccount } from '../accounts/accounts.ts'
import { newCode, wrongCode } from '../codes/codes.ts'
import { inSession } from '../codes/guesses.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/** A code belongs to the account that asked for it and to the address it went to. */
const about = (purpose: 'phone' | 'email', account: Account, to: string) => ({
  purpose,
  subject: `${account.id}:${to.toLowerCase()}`,
  accountId: account.id,
  guesser: inSession(account.id),
  browser: null,
})

export const changeEmail = handle('cabinetChangeEmail', async ({ email }, context) => {
  const { db, me, limits, systems, locale } = context
  const account = await myAccount(db, me())
  await limits.count('codesPerAccount', account.id)
  const { id, code, sent } = await newCode(context, about('email', account, email))
  const letter = cabinetMessages.emailCode(code)[locale]
  await systems.mail.send({ to: email, subject: letter.subject, text: letter.text, key: id })
  return ok(sent)
})

export const confirmEmail = handle('cabinetConfirmEmail', async ({ email, code }, context) => {
  const { db, me, clock, locale } = context
  const account = await myAccount(db, me())
  const wrong = await wrongCode(context, locale, about('email', account, email), code)
  if (wrong) return wrong
  await db
    .updateTable('accounts')
    .set({ email, email_confirmed_at: clock.now() })
    .where('id', '=', account.id)
    .execute()
  return { success: true as const }
})

/**
 * The new phone must be linked to the client's IIN in the register of phones, and answer with its
 * code.
 */
export const changePhone = handle('cabinetChangePhone', async ({ phone }, context) => {
  const { db, me, limits, systems, locale } = context
  const account = await myAccount(db, me())
  await limits.count('codesPerAccount', account.id)
  if ((await systems.bmg.owns(account.iin, phone)) === 'no') return refuse(locale, 14002)
  const { id, code, sent } = await newCode(context, about('phone', account, phone))
  await systems.sms.send({ to: phone, text: cabinetMessages.phoneCode(code)[locale], key: id })
  return ok(sent)
})

export const confirmPhone = handle('cabinetConfirmPhone', async ({ phone, code }, context) => {
  const { db, me, locale } = context
  const account = await myAccount(db, me())
  const wrong = await wrongCode(context, locale, about('phone', account, phone), code)
  if (wrong) return wrong
  await db.transaction().execute((tx) => givePhone(tx, account.id, phone))
  return { success: true as const }
})
