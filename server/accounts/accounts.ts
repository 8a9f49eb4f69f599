import { type RawBuilder, sql as raw, type Selectable, sql } from 'kysely'
import pg from 'pg'
import type { z } from 'zod'
import type { CabinetUser } from '#contract/cabinet.ts'
import { nameKeys } from '#domain/person.ts'
import type { PromoterTerms } from '#domain/promoter/pay.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Accounts } from '../db/rows.ts'
import { createToken } from '../http/create-token.ts'
import { type BeganBy, type Identity, sessionIdleMs } from '../http/identity.ts'
import { HttpError } from '../http/refuse.ts'

export type Account = Selectable<Accounts>
export type User = z.infer<typeof CabinetUser>

/** A buyer's contacts. The register has linked the phone to the IIN; a code may prove it too. */
export type Contacts = {
  iin: string
  phone: string | null
  proved: 'code' | 'register'
  email: string | null
}

/**
 * Builds the cabinet's account of a buyer; changes only the language of an existing one. A phone
 * proved by a code fails by `accounts_phone` (`isPhoneTaken`) if another account has it, and moves
 * from there (`fillContacts`); an unproved one remains with that account, and the buyer's has none
 * until they prove it (`accountOfProved`). A part of the statement that stores the purchase.
 */
export const accountOfBuyer = (
  of: Contacts & { locale: string; at: Date },
): RawBuilder<unknown> => raw`
  account as (
    insert into accounts (iin, locale, email, created_at, phone)
    values (${of.iin}, ${of.locale}, ${of.email}, ${of.at}, ${
      of.proved === 'code'
        ? of.phone
        : raw`(select ${of.phone}::text where not exists (
            select from accounts where realm = 'cabinet' and phone = ${of.phone} and iin <> ${of.iin}))`
    })
    on conflict (realm, iin) do update set locale = excluded.locale)`

/** True if another client has the phone, or got it at the same moment. */
export const isPhoneTaken = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.constraint === 'accounts_phone'

/** The same as its own statement: for a client who begins without buying, or is restored. */
export async function ensureAccount(
  tx: Tx,
  of: Parameters<typeof accountOfBuyer>[0],
): Promise<void> {
  await raw`with ${accountOfBuyer(of)} select 1`.execute(tx)
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
    .select(nameKeys)
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

/** Staff and accountants: their sessions end sooner, and their sign-in may need a second step. */
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

/** Lists a promoter's terms in the order they were set. */
export async function termsOf(db: Sql, iin: string): Promise<PromoterTerms[]> {
  const rows = await db
    .selectFrom('promoter_terms')
    .innerJoin('accounts', 'accounts.id', 'promoter_terms.account_id')
    .select([
      sql<string>`promoter_terms.effective_from::text`.as('from'),
      'promoter_terms.day_goal as goal',
      'promoter_terms.pay_percent as percent',
    ])
    .where('accounts.realm', '=', 'promoter')
    .where('accounts.iin', '=', iin)
    .orderBy('promoter_terms.id')
    .execute()
  return rows.map(({ from, goal, percent }) => ({
    from,
    goal,
    percent: percent === null ? null : Number(percent),
  }))
}

/**
 * The names behind `staff:{account id}` and `promoter:{account id}`; any other actor (`client`,
 * `job`, a bank) is shown as it is.
 */
export async function namesOf(
  sql: Sql,
  actors: readonly (string | null)[],
): Promise<(actor: string | null) => string> {
  const ids = [...new Set(actors.flatMap((actor) => idOf(actor) ?? []))]
  const rows =
    ids.length > 0
      ? await sql
          .selectFrom('accounts')
          .select(['id', 'surname', 'name'])
          .where('id', 'in', ids)
          .execute()
      : []
  const names = new Map(rows.map(({ id, surname, name }) => [id, `${surname} ${name}`.trim()]))
  return (actor) => {
    const id = idOf(actor)
    return (id && names.get(id)) || (actor ?? '')
  }
}

const idOf = (actor: string | null): string | null => {
  const [, id] = /^(?:staff|promoter|accountant):(.+)$/.exec(actor ?? '') ?? []
  return id && isUuid(id) ? id : null
}
