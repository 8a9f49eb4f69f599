import { almatyDay, endOfDay, isDay, startOfDay } from '#domain/calendar.ts'
import { promoterIdleLogoutMinutes } from '#domain/constants.ts'
import { fullName, nameKeys } from '#domain/person.ts'
import { haltOf } from '#domain/sale-steps.ts'
import { isUuid } from '#domain/uuid.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { fieldText } from '#texts/fields.ts'
import { wrongPromoterCredentials } from '#texts/promoter.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import { changeOwnPassword, passwordIs } from '../accounts/change-password.ts'
import { actorOf } from '../accounts/owner.ts'
import { countTry, tryFailed, trySucceeded } from '../accounts/sign-in-limits.ts'
import {
  makeTemporaryPassword,
  resendSlot,
  smsTemporaryPassword,
  storeTemporaryPassword,
} from '../accounts/temporary-password.ts'
import { audit } from '../audit/audit.ts'
import { attemptFrom } from '../codes/codes.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { createToken } from '../http/create-token.ts'
import type { BeganBy } from '../http/identity.ts'
import type { Counted } from '../http/limits.ts'
import { HttpError, invalid, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { type BlockPage, blockPage } from '../reference/block-page.ts'
import { sellingNow } from '../telemetry/selling.ts'

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

/**
 * Sends a temporary password to the promoter's phone. An unknown login, a blocked account and one
 * that got a password two minutes ago get the same answer after the same work, and no answer waits
 * for the SMS; too many requests get 429 with `passwordResetRateLimit` for any login. Repetitions
 * within the two minutes, even for an unknown login, count separately: sends nothing.
 */
export const forgotPassword = handle('promoterForgotPassword', async ({ login }, context) => {
  const { db, limits, address, clock, log } = context
  const asked: Counted = ['forgotAsked', `${login}:${resendSlot(clock.now())}`]
  if (!(await limits.take(...asked))) {
    await limits.count('forgotRepeated', `${asked[1]}:${address}`)
    return { success: true as const }
  }
  const counts: readonly Counted[] = [
    ['forgotPerAddress', address],
    ['forgotHere', `${login}:${address}`],
    ['forgotPerLogin', login],
    ['forgotPerLoginADay', login],
  ]
  // One caller's refusal must not block a request for the same login from elsewhere.
  await limits.countAll(counts).catch(async (cause: unknown) => {
    await limits.restore(...asked)
    throw cause
  })
  const account = await promoterAccountOf(db, login)
  // Known and unknown logins answer the same: a phone at its limit is not distinguishable.
  const mayRing = account?.phone ? await limits.take('smsPerPhoneADay', account.phone) : false
  const made = await makeTemporaryPassword()
  const phone = mayRing ? account?.phone : null
  const stored =
    account && phone
      ? await storeTemporaryPassword(context, { id: account.id, actor: 'promoter:phone' }, made)
      : null
  if (phone && !stored) await limits.restore('smsPerPhoneADay', phone)
  if (account && phone && stored)
    void smsTemporaryPassword(context, { id: account.id, phone, ...stored }, made).catch(
      async (cause: unknown) => {
        log.warn({ err: cause }, 'a temporary password was not sent')
        await limits.restore(...asked)
      },
    )
  return { success: true as const }
})

export const changePassword = handle('promoterChangePassword', changeOwnPassword)

const shown = async (db: Sql, { dateFrom, dateTo, actor, ...page }: BlockPage) => ({
  ...page,
  dateFrom: dateFrom?.toISOString() ?? null,
  dateTo: dateTo?.toISOString() ?? null,
  by: await nameOf(db, actor),
})

/** Full name of the account behind an actor (`actorOf`); empty for none. */
async function nameOf(db: Sql, actor: string | null): Promise<string> {
  const id = actor?.split(':')[1]
  if (!id || !isUuid(id)) return ''
  const account = await db
    .selectFrom('accounts')
    .select(nameKeys)
    .where('id', '=', id)
    .executeTakeFirst()
  return account ? fullName(account) : ''
}

export const isBlocked = handle('promoterIsBlocked', async (_body, context) => {
  const { active, text } = await blockPage(context.db, context.clock.now())
  const { verdict, steps } = await sellingNow(context)
  const halt = haltOf(verdict, steps)
  return ok({
    isBlocked: active,
    text: active ? text : '',
    halted: halt && { what: halt.what, since: halt.since?.toISOString() ?? null },
  })
})

export const blockPageData = handle('promoterBlockPageData', async (_body, { db, clock }) =>
  ok(await shown(db, await blockPage(db, clock.now()))),
)

/**
 * Stops sales for everyone at once; any promoter or staff may (settled.md, "Order, payment,
 * issue"). Uses whole days. A stop always ends: without a given end, at the end of its first day.
 */
export const saveBlockPage = handle(
  'promoterSaveBlockPage',
  async (ask, { db, clock, me, locale }) => {
    const now = clock.now()
    const from = ask.dateFrom
      ? isDay(ask.dateFrom)
        ? startOfDay(ask.dateFrom)
        : new Date(ask.dateFrom)
      : null
    const named = ask.dateTo
      ? isDay(ask.dateTo)
        ? endOfDay(ask.dateTo)
        : new Date(ask.dateTo)
      : null
    const begins = from && from > now ? from : now
    const to = named ?? (ask.isBlocked ? endOfDay(almatyDay(begins)) : null)
    if (to && (to <= now || (from && to <= from)) && ask.isBlocked)
      throw invalid([{ path: 'dateTo', message: fieldText('block_end', locale) }])
    const row = {
      is_blocked: ask.isBlocked,
      date_from: from,
      date_to: to,
      text: ask.text,
      actor: actorOf(me()),
      saved_at: now,
    }
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('block_page')
        .values(row)
        .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
        .execute()
      await audit(tx, now, {
        actor: row.actor,
        action: ask.isBlocked ? 'portal.blocked' : 'portal.unblocked',
        object: { kind: 'portal', id: 'block_page' },
        details: { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
      })
    })
    return ok(await shown(db, await blockPage(db, now)))
  },
)
