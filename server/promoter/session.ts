import { promoterIdleLogoutMinutes } from '#domain/constants.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { wrongPromoterCredentials } from '#texts/promoter.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import { passwordIs } from '../accounts/passwords.ts'
import { countTry, tryFailed, trySucceeded } from '../accounts/sign-in-limits.ts'
import { attemptFrom } from '../codes/code-limits.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { createToken } from '../http/create-token.ts'
import type { BeganBy } from '../http/identity.ts'
import { HttpError } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

const idleMs = promoterIdleLogoutMinutes * 60_000

export const promoterAccountOf = (sql: Sql, iin: string) =>
  sql
    .selectFrom('accounts')
    .selectAll()
    .where('realm', '=', 'promoter')
    .where('iin', '=', iin)
    .executeTakeFirst()

/** Spec section 3, "Promoter user". */
const userOf = (account: Account, beganBy: BeganBy | null) => ({
  id: account.id,
  login: account.iin,
  role: 'promoter' as const,
  name: account.name,
  surname: account.surname,
  password_change_required: beganBy === 'temporary',
})

/**
 * As the cabinet's sign-in, for the promoters' own accounts: an unknown login, a blocked account
 * and a wrong password answer alike.
 */
export const login = handle('promoterLogin', (given, context) =>
  attemptFrom(context, 'signInsPerAddress', promoterMark(given.login), () => enter(given, context)),
)

const promoterMark = (iin: string) => `promoter:${iin}`

async function enter(
  { login: iin, password }: { login: string; password: string },
  { db, clock, address, device, locale, browser }: Context,
) {
  const now = clock.now()
  const attempt = { realm: 'promoter' as const, iin, address }
  await countTry(db, attempt, now)
  const account = await promoterAccountOf(db, iin)
  const open = account && !account.blocked_at ? account : null
  const [own, temporary] = await Promise.all([
    passwordIs(password, open?.password_hash ?? null),
    passwordIs(password, open?.temporary_hash ?? null),
  ])
  if (!open || !(own || temporary)) {
    await tryFailed(db, attempt, now)
    throw new HttpError(401, { message: wrongPromoterCredentials[locale] })
  }
  await trySucceeded(db, attempt)
  if (!own && (!open.temporary_until || now >= open.temporary_until))
    throw new HttpError(403, {
      error: 'password_expired',
      message: cabinetAnswers.passwordExpired[locale],
    })
  browser.remember(promoterMark(iin))
  const beganBy = own ? 'password' : 'temporary'
  const access_token = await createToken(
    db,
    {
      kind: 'promoter',
      iin,
      phone: open.phone,
      role: 'promoter',
      session: { accountId: open.id, device, beganBy, idleMs },
    },
    now,
    new Date(now.getTime() + idleMs),
  )
  return { success: true as const, access_token, user: userOf(open, beganBy) }
}

export const me = handle('promoterMe', async (_body, { db, me: who }) => ({
  success: true as const,
  user: userOf(await myAccount(db, who()), who().beganBy),
}))

export const logout = handle('promoterLogout', async (_body, { db, me: who, clock }) => {
  await db
    .updateTable('tokens')
    .set({ revoked_at: clock.now() })
    .where('hash', '=', who().hash)
    .where('revoked_at', 'is', null)
    .execute()
  return { success: true as const }
})
