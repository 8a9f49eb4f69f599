import { cabinetAnswers } from '#texts/cabinet.ts'
import { type Account, cabinetAccountOf, signIn, worksAtConsole } from '../accounts/accounts.ts'
import { passwordIs } from '../accounts/passwords.ts'
import { countTry, tryFailed, trySucceeded } from '../accounts/sign-in-limits.ts'
import { attemptFrom } from '../codes/code-limits.ts'
import type { Context } from '../http/context.ts'
import { HttpError } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { askCode } from './second-step.ts'

/**
 * Sign-in by IIN and password (spec section 8, "Login"). An unknown IIN, a blocked account and a
 * wrong password answer the same words after the same work: both passwords are always compared,
 * with nobody's where there is none.
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
