import { type RawBuilder, sql as raw, type Selectable } from 'kysely'
import pg from 'pg'
import type { z } from 'zod'
import type { CabinetUser } from '#contract/client-account.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Accounts } from '../db/rows.ts'
import { createToken } from '../http/create-token.ts'
import { type BeganBy, type Identity, sessionIdleMs } from '../http/identity.ts'
import { HttpError } from '../http/refuse.ts'

export type Account = Selectable<Accounts>
export type User = z.infer<typeof CabinetUser>

/**
 * The cabinet's account of a buyer; an account that exists keeps its own phone and e-mail. The
 * register has linked the phone to the IIN. Proved by a code too, it leaves another account that
 * had it, which is told (decisions: a phone belongs to one client account); else an account that
 * has it keeps it, and the buyer's stays without one until they prove it (`accountOfProved`). Parts
 * of the statement that stores what is bought; the second waits for the first, so that the phone is
 * free. Fails by `accounts_phone` if another buyer takes the phone at the same moment.
 */
export const accountOfBuyer = (of: {
  iin: string
  phone: string | null
  proved: 'code' | 'register'
  email: string | null
  locale: string
  at: Date
}): RawBuilder<unknown> => raw`
  ${of.proved === 'code' ? leftPhone(of) : raw``}
  account as (
    insert into accounts (iin, locale, email, created_at, phone)
    values (${of.iin}, ${of.locale}, ${of.email}, ${of.at}, ${
      of.proved === 'code'
        ? raw`(select case when count(*) >= 0 then ${of.phone}::text end from left_phone)`
        : raw`(select ${of.phone}::text where not exists (
            select from accounts where realm = 'cabinet' and phone = ${of.phone} and iin <> ${of.iin}))`
    })
    on conflict (realm, iin) do update set locale = excluded.locale,
      email = coalesce(accounts.email, excluded.email), phone = coalesce(accounts.phone, excluded.phone))`

const leftPhone = (of: { iin: string; phone: string | null; at: Date }) => raw`
  left_phone as (
    update accounts set phone = null
    where realm = 'cabinet' and phone = ${of.phone} and iin <> ${of.iin}
      and not exists (select from accounts where realm = 'cabinet' and iin = ${of.iin} and phone is not null)
    returning id),
  left_audit as (
    insert into audit (at, actor, action, object_kind, object_id, details)
    select ${of.at}, 'job:phone', 'account.phone_left', 'account', id::text, '{}' from left_phone),`

/** Two buyers took one phone at the same moment: the database lets one of them. */
export const isPhoneTaken = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.constraint === 'accounts_phone'

/** The same as a statement of its own: whoever begins without buying, or is brought back. */
export async function ensureAccount(
  tx: Tx,
  of: Parameters<typeof accountOfBuyer>[0],
): Promise<void> {
  await raw`with ${accountOfBuyer(of)} select 1`.execute(tx)
}

/**
 * The account of a person who has proved IIN and phone by a code and the register; without one it
 * begins here. An account that has another phone keeps it.
 */
export async function accountOfProved(
  tx: Tx,
  of: { iin: string; phone: string; locale: string; at: Date },
): Promise<Account> {
  await ensureAccount(tx, { ...of, proved: 'code', email: null })
  const account = await cabinetAccountOf(tx, of.iin)
  if (!account) throw new Error('an account that was made is not there')
  return account
}

/** Makes the phone this account's and nobody else's; returns the accounts it left. */
export async function givePhone(tx: Tx, accountId: string, phone: string) {
  const left = await tx
    .updateTable('accounts')
    .set({ phone: null })
    .where('realm', '=', 'cabinet')
    .where('phone', '=', phone)
    .where('id', '<>', accountId)
    .returning(['id', 'phone', 'email', 'email_confirmed_at'])
    .execute()
  await tx.updateTable('accounts').set({ phone }).where('id', '=', accountId).execute()
  return left
}

export const accountById = (sql: Sql, id: string) =>
  sql.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
export const cabinetAccountOf = (sql: Sql, iin: string) =>
  sql
    .selectFrom('accounts')
    .selectAll()
    .where('realm', '=', 'cabinet')
    .where('iin', '=', iin)
    .executeTakeFirst()
export const cabinetAccountByPhone = (sql: Sql, phone: string) =>
  sql
    .selectFrom('accounts')
    .selectAll()
    .where('realm', '=', 'cabinet')
    .where('phone', '=', phone)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()

/** The account behind a signed-in call. */
export async function myAccount(sql: Sql, me: Identity): Promise<Account> {
  const account = me.accountId ? await accountById(sql, me.accountId) : undefined
  if (!account || account.blocked_at) throw new HttpError(401)
  return account
}

const cabinetRole = (role: string): User['role'] =>
  role === 'accountant' || role === 'staff' ? role : 'user'

/** The user of spec section 3, with the name as the register gave it. */
export async function userOf(sql: Sql, account: Account, beganBy: BeganBy | null): Promise<User> {
  const person = await sql
    .selectFrom('people')
    .select(['surname', 'name', 'patronymic'])
    .where('iin', '=', account.iin)
    .executeTakeFirst()
  const { surname, name, patronymic } = person ?? account
  return {
    surname,
    name,
    patronymic,
    iin: account.iin,
    phone: account.phone,
    email: account.email,
    role: cabinetRole(account.role),
    administrator: account.administrator,
    password_change_required: beganBy === 'temporary',
    current_password_required: beganBy === 'password',
  }
}

/**
 * Staff and accountants: their sessions end sooner, and their sign-in may ask for a second step.
 */
export const worksAtConsole = ({ role }: { role: string }): boolean =>
  role === 'staff' || role === 'accountant'

/** A new session of the account. `deskIdleMs` is how long one of a desk may lie unused. */
export async function signIn(
  sql: Sql,
  account: Account,
  of: { device: string; beganBy: BeganBy; now: Date; deskIdleMs: number },
): Promise<{ success: true; token: string; user: User }> {
  const idleMs = worksAtConsole(account) ? of.deskIdleMs : sessionIdleMs
  const token = await createToken(
    sql,
    {
      kind: 'user',
      iin: account.iin,
      phone: account.phone,
      role: account.role,
      session: { accountId: account.id, device: of.device, beganBy: of.beganBy, idleMs },
    },
    of.now,
    new Date(of.now.getTime() + idleMs),
  )
  return { success: true, token, user: await userOf(sql, account, of.beganBy) }
}
