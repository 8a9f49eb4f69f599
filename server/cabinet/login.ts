import * as refusals from '#domain/refusals.ts'
import { cabinetAnswers, cabinetMessages } from '#texts/cabinet.ts'
import {
  type Account,
  accountById,
  cabinetAccountByPhone,
  cabinetAccountOf,
  signIn,
  worksAtConsole,
} from '../accounts/accounts.ts'
import { passwordIs } from '../accounts/change-password.ts'
import { accountOfProved } from '../accounts/phones.ts'
import { countTry, tryFailed, trySucceeded } from '../accounts/sign-in-limits.ts'
import {
  atPhone,
  attemptFrom,
  countCodeTo,
  countsFrom,
  guessesSpent,
  isTheirPhone,
  newCode,
  restoreCode,
  wrongCode,
} from '../codes/codes.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { HttpError, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { Config } from '../settings/config.ts'
import { askCode } from './second-step.ts'

/**
 * Signs in by IIN and password (spec section 8, "Login"). An unknown IIN, a blocked account and a
 * wrong password get the same answer after the same work: always compares both passwords, with
 * dummies if there are none.
 */
export const login = handle('cabinetLogin', async (given, context) => {
  const account = await cabinetAccountOf(context.db, given.iin)
  return attemptFrom(context, 'signInsPerAddress', account?.phone ?? null, () =>
    enter(given, account, context),
  )
})

async function enter(
  { iin, password }: { iin: string; password: string },
  account: Account | undefined,
  context: Context,
) {
  const { db, clock, address, device, locale, config } = context
  const now = clock.now()
  const attempt = { realm: 'cabinet' as const, iin, address }
  await countTry(db, attempt, now)
  const open = account && !account.blocked_at ? account : null
  const [own, temporary] = await Promise.all([
    passwordIs(password, open?.password_hash ?? null),
    passwordIs(password, open?.temporary_hash ?? null),
  ])
  if (!open || !(own || temporary)) {
    await tryFailed(db, attempt, now)
    throw new HttpError(401, { message: cabinetAnswers.wrongCredentials[locale] })
  }
  await trySucceeded(db, attempt)
  const beganBy = own ? ('password' as const) : ('temporary' as const)
  if (!own && (!open.temporary_until || now >= open.temporary_until))
    throw new HttpError(403, {
      error: 'password_expired',
      message: cabinetAnswers.passwordExpired[locale],
    })
  if (config.staffSignInCode && worksAtConsole(open)) return askCode(context, open, beganBy)
  if (open.phone) context.browser.remember(open.phone)
  return signIn(db, open, { device, beganBy, now, deskIdleMs: config.deskIdleMs })
}

/**
 * Sends a sign-in code. Answers the same, and as fast, whether a client has this phone or not: does
 * not wait for the SMS, and retries one the gateway lost after 30 s. With an IIN the register
 * confirms the phone's owner, as for a buyer (`sendClientOtp`), and sends the code whether the IIN
 * is a client's or not.
 */
export const sendCode = handle('cabinetSendCode', async ({ phone, iin }, context) => {
  const { db, limits, address, systems, locale, log, config } = context
  if (await guessesSpent(context, atPhone(phone, context.browser)))
    return refuse(locale, refusals.wrongCode, undefined, 'spent')
  // A code that was sent just now, or that a limit refuses, takes nothing from the address.
  return limits.counted(countsFrom(phone, context), async () => {
    if (iin) {
      await limits.count('otpPerIinHere', `${iin}:${address}`)
      if (!(await isTheirPhone(context, { iin, phone })))
        return refuse(locale, refusals.phoneNotLinked)
    }
    const account = iin ? undefined : await clientByPhone(db, config, phone)
    const { id, code, sent } = await newCode(context, about(context, { phone, iin, account }), () =>
      countCodeTo(phone, context),
    )
    if (account || iin)
      void systems.sms
        .send({ to: phone, text: cabinetMessages.signInCode(code)[locale], key: id })
        .catch((cause: unknown) => log.warn({ err: cause }, 'a sign-in code was not sent'))
    return ok(sent)
  })
})

/** Sign-in by the code; the first one proves the phone. */
export const loginByCode = handle('cabinetLoginByCode', (given, context) =>
  attemptFrom(context, 'signInsPerAddress', given.phone, () => enterByCode(given, context)),
)

type Given = { phone: string; code: string; iin?: string | undefined }

async function enterByCode({ phone, code, iin }: Given, context: Context) {
  const { db, clock, device, locale, config } = context
  const account = iin ? undefined : await clientByPhone(db, config, phone)
  const wrong = await wrongCode(context, locale, about(context, { phone, iin, account }), code)
  if (wrong) return wrong
  await restoreCode(phone, context)
  const now = iin
    ? await accountOfIin(context, iin, phone)
    : await (account ? accountById(db, account.id) : undefined)
  if (now === 'other phone') return refuse(locale, refusals.otherCabinetPhone, undefined, 'sign_in')
  if (now) context.browser.remember(phone)
  return now
    ? signIn(db, now, { device, beganBy: 'code', now: clock.now(), deskIdleMs: config.deskIdleMs })
    : refuse(locale, refusals.wrongCode)
}

/**
 * The account of a person who has just proved IIN and phone; undefined if it may not be entered.
 */
async function accountOfIin(context: Context, iin: string, phone: string) {
  const { db, locale, config, device } = context
  const account = await db
    .transaction()
    .execute((tx) => accountOfProved(tx, context, { iin, phone, locale, device }))
  if (account.phone !== phone) return 'other phone'
  return account.blocked_at || (config.staffSignInCode && worksAtConsole(account))
    ? undefined
    : account
}

const about = (
  { browser }: Context,
  of: { phone: string; iin: string | undefined; account: Account | undefined },
) => ({
  purpose: 'sign_in' as const,
  subject: of.iin ? `${of.iin}:${of.phone}` : of.phone,
  accountId: of.account?.id ?? null,
  guesser: atPhone(of.phone, browser),
  browser,
})

/**
 * Finds the client of a phone. If a desk's sign-in takes two steps, the phone alone does not
 * suffice for one.
 */
async function clientByPhone(sql: Sql, config: Config, phone: string) {
  const account = await cabinetAccountByPhone(sql, phone)
  return account && config.staffSignInCode && worksAtConsole(account) ? undefined : account
}
