import { cabinetAnswers } from '#texts/cabinet.ts'
import { cabinetAccountByPhone, worksAtConsole } from '../accounts/accounts.ts'
import { changeOwnPassword } from '../accounts/change-password.ts'
import {
  makeTemporaryPassword,
  resendFrom,
  smsTemporaryPassword,
  storeTemporaryPassword,
  tellDeskOwner,
} from '../accounts/temporary-password.ts'
import type { Counted } from '../http/limits.ts'
import { HttpError } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/**
 * Sends a temporary password by SMS (settled.md, "Identity"). Answers 404 for an unknown phone,
 * because the specification marks the field then: so each address has few such requests a day, and
 * then gets no answer about any phone. Limits count at the caller's place first. The client's own
 * password works until the temporary one is used, so that a stranger's request costs the owner
 * nothing. A desk that needs two proofs gets the same answer, and its password from an
 * administrator alone.
 */
export const forgotPassword = handle('cabinetForgotPassword', async ({ phone }, context) => {
  const { db, clock, config, limits, address, browser, locale } = context
  const known = browser.knows(phone)
  const here: Counted = ['forgotHere', `${phone}:${known ? browser.counted : address}`]
  const counts: readonly Counted[] = known
    ? [here]
    : [['forgotPerAddress', address], here, ['forgotPerPhone', phone]]
  const unknown: readonly Counted[] = known ? [] : [['forgotUnknownPerAddress', address]]
  // It rings: counted with all that strangers send to this phone.
  const rings: readonly Counted[] = known ? [] : [['smsPerPhoneADay', phone]]
  const account = await limits.counted([...counts, ...unknown], async () => {
    const found = await cabinetAccountByPhone(db, phone)
    if (found) await limits.countAll(rings)
    return found
  })
  if (account) await limits.restoreAll(unknown)
  if (!account)
    throw new HttpError(404, {
      error: 'phone_unknown',
      message: cabinetAnswers.phoneUnknown[locale],
    })
  // Sends nothing: a repetition counts against no limit.
  const alreadySent = async () => {
    await limits.restoreAll([...counts, ...rings])
    return new HttpError(404, {
      error: 'already_sent',
      message: cabinetAnswers.alreadySent[locale],
    })
  }
  if (account.temporary_sent_at && account.temporary_sent_at > resendFrom(clock.now()))
    throw await alreadySent()
  // Made for a desk too, so that the answer's duration does not reveal whose phone it is.
  const made = await makeTemporaryPassword()
  if (config.staffSignInCode && worksAtConsole(account)) {
    if (!(await tellDeskOwner(context, { id: account.id, phone }))) throw await alreadySent()
    return { success: true as const }
  }
  const stored = await storeTemporaryPassword(
    context,
    { id: account.id, actor: 'client:phone' },
    made,
  )
  if (!stored) throw await alreadySent()
  await smsTemporaryPassword(context, { id: account.id, phone, ...stored }, made)
  return { success: true as const }
})

export const changePassword = handle('cabinetChangePassword', changeOwnPassword)
