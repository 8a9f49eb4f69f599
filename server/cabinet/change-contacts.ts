import * as refusals from '#domain/refusals.ts'
import { cabinetLetters, cabinetMessages } from '#texts/cabinet.ts'
import { fieldText } from '#texts/fields.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import { isFresh } from '../accounts/change-password.ts'
import { actorOf } from '../accounts/owner.ts'
import { givePhone } from '../accounts/phones.ts'
import { masked } from '../codes/client-phone.ts'
import { newCode, sendCode, wrongCode } from '../codes/codes.ts'
import { inSession } from '../codes/guesses.ts'
import type { Context } from '../http/context.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/** A code belongs to the account that asked for it and to the address it went to. */
const about = (purpose: 'phone' | 'email' | 'email_phone', account: Account, to: string) => ({
  purpose,
  subject: `${account.id}:${to.toLowerCase()}`,
  accountId: account.id,
  guesser: inSession(account.id),
  browser: null,
})

/**
 * Whether a change of the e-mail needs a code from the account's phone too: a session of just now
 * that a code or e-ID began is proof enough. Throws 422 if there is no phone to ask.
 */
async function needsPhoneCode(context: Context, { phone }: Account): Promise<boolean> {
  const { beganBy } = context.me()
  if ((beganBy === 'code' || beganBy === 'egov') && isFresh(context)) return false
  if (phone) return true
  throw invalid([{ path: 'email', message: fieldText('sign_in_again', context.locale) }])
}

const doneBy = ({ me, device }: Context) => ({ actor: actorOf(me()), device })

export const changeEmail = handle('cabinetChangeEmail', async ({ email }, context) => {
  const { db, me, limits, systems, locale } = context
  const account = await myAccount(db, me())
  const byPhone = await needsPhoneCode(context, account)
  await limits.count('codesPerAccount', account.id)
  const { id, code, sent } = await newCode(context, about('email', account, email))
  await sendCode(context, id, () =>
    systems.mail.send({ ...cabinetLetters.emailCode(code)[locale], to: email, key: id }),
  )
  const { phone } = account
  if (!byPhone || !phone) return ok(sent)
  const second = await newCode(context, about('email_phone', account, email))
  await sendCode(context, [id, second.id], () =>
    systems.sms.send({
      to: phone,
      text: cabinetMessages.emailPhoneCode(second.code)[locale],
      key: second.id,
    }),
  )
  return ok({ ...sent, phone: masked(phone) })
})

export const confirmEmail = handle(
  'cabinetConfirmEmail',
  async ({ email, code, phone_code }, context) => {
    const { db, me, clock, locale } = context
    const account = await myAccount(db, me())
    const byPhone = await needsPhoneCode(context, account)
    const ofPhone = about('email_phone', account, email)
    const fault = (message: string) => invalid([{ path: 'phone_code', message }])
    if (byPhone) {
      if (!phone_code) throw fault(fieldText('required', locale))
      // Used up only with the other: a slip in one does not cost both.
      const refused = await wrongCode(context, locale, ofPhone, phone_code, { keep: true })
      if (refused) throw fault(refused.message)
    }
    const wrong = await wrongCode(context, locale, about('email', account, email), code)
    if (wrong) return wrong
    if (byPhone && phone_code) {
      const refused = await wrongCode(context, locale, ofPhone, phone_code)
      if (refused) throw fault(refused.message)
    }
    const email_confirmed_at = clock.now()
    if (account.email === email)
      await db
        .updateTable('accounts')
        .set({ email_confirmed_at })
        .where('id', '=', account.id)
        .execute()
    else
      await db.transaction().execute((tx) =>
        changeEntry(tx, context, account.email ? 'email_changed' : 'email_set', {
          before: account,
          set: { email, email_confirmed_at },
          ...doneBy(context),
        }),
      )
    return { success: true as const }
  },
)

/**
 * The new phone must be linked to the client's IIN in the register of phones, and answer with its
 * code.
 */
export const changePhone = handle('cabinetChangePhone', async ({ phone }, context) => {
  const { db, me, limits, systems, locale } = context
  const account = await myAccount(db, me())
  await limits.count('codesPerAccount', account.id)
  if ((await systems.bmg.owns(account.iin, phone)) === 'no')
    return refuse(locale, refusals.phoneNotLinked)
  const { id, code, sent } = await newCode(context, about('phone', account, phone), () =>
    limits.count('smsPerPhoneADay', phone),
  )
  await sendCode(context, id, () =>
    systems.sms.send({ to: phone, text: cabinetMessages.phoneCode(code)[locale], key: id }),
  )
  return ok(sent)
})

export const confirmPhone = handle('cabinetConfirmPhone', async ({ phone, code }, context) => {
  const { db, me, locale } = context
  const account = await myAccount(db, me())
  const wrong = await wrongCode(context, locale, about('phone', account, phone), code)
  if (wrong) return wrong
  if (account.phone !== phone)
    await db.transaction().execute((tx) => givePhone(tx, context, account, phone, doneBy(context)))
  return { success: true as const }
})
