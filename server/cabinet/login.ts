import { cabinetAnswers, cabinetMessages } from '#texts/cabinet.ts'
import { accountById, cabinetAccountByPhone, cabinetAccountOf, signIn } from '../accounts.ts'
import { newCode, wrongCode } from '../codes.ts'
import { passwordIs } from '../passwords.ts'
import { Answer, ok, refuse } from '../refuse.ts'
import { handle } from '../route.ts'
import { countTry, tryFailed, trySucceeded } from '../sign-in-limits.ts'

/**
 * Sign-in by IIN and password (spec section 8, "Login"). An unknown IIN, a blocked account and a wrong password answer the same words after
 * the same work: both passwords are always compared, with nobody's where there is none.
 */
export const login = handle('cabinetLogin', async ({ iin, password }, { db, clock, limits, address, device, locale }) => {
  await limits.count('signInsPerAddress', address)
  const now = clock.now()
  const attempt = { realm: 'cabinet' as const, iin, address }
  const tryId = await countTry(db, attempt, now)
  const account = await cabinetAccountOf(db, iin)
  const open = account && !account.blocked_at ? account : null
  const [own, temporary] = await Promise.all([
    passwordIs(password, open?.password_hash ?? null),
    passwordIs(password, open?.temporary_hash ?? null),
  ])
  if (!open || !(own || temporary)) {
    await tryFailed(db, attempt, now)
    throw new Answer(401, { message: cabinetAnswers.wrongCredentials[locale] })
  }
  await trySucceeded(db, attempt, tryId)
  if (own) return signIn(db, open, { device, beganBy: 'password', now })
  if (!open.temporary_until || now >= open.temporary_until)
    throw new Answer(403, { error: 'password_expired', message: cabinetAnswers.passwordExpired[locale] })
  return signIn(db, open, { device, beganBy: 'temporary', now })
})

/**
 * Sends a sign-in code. Answers the same, and as fast, whether a client has this phone or not: nobody waits for the SMS, and what the
 * gateway loses is asked for again after 30 s.
 */
export const sendCode = handle('cabinetSendCode', async ({ phone }, context) => {
  const { db, limits, address, systems, locale, log } = context
  await limits.count('otpPerAddress', address)
  await limits.count('codesPerPhone', phone)
  const account = await cabinetAccountByPhone(db, phone)
  const { id, code, sent } = await newCode(context, { purpose: 'sign_in', subject: phone, accountId: account?.id ?? null })
  if (account)
    void systems.sms
      .send({ to: phone, text: cabinetMessages.signInCode(code)[locale], key: id })
      .catch((cause: unknown) => log.warn({ err: cause }, 'a sign-in code was not sent'))
  return ok(sent)
})

/** Sign-in by the code; the first one proves the phone. */
export const loginByCode = handle('cabinetLoginByCode', async ({ phone, code }, context) => {
  const { db, clock, limits, address, device, locale } = context
  await limits.count('signInsPerAddress', address)
  const account = await cabinetAccountByPhone(db, phone)
  const wrong = await wrongCode(context, locale, { purpose: 'sign_in', subject: phone, accountId: account?.id ?? null }, code)
  if (wrong) return wrong
  const now = await (account ? accountById(db, account.id) : undefined)
  return now ? signIn(db, now, { device, beganBy: 'code', now: clock.now() }) : refuse(locale, 14014)
})
