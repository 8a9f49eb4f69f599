import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { StaffUser } from '#contract/staff-users.ts'
import { phoneAsTyped } from '#domain/as-typed.ts'
import { staffRoles } from '#domain/staff-roles.ts'
import { namesOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { type Awaited as Awaiting, awaitingConfirmation } from '../accounts/second-person.ts'
import { audit } from '../audit/audit.ts'
import { alphabetical, type Db } from '../db/connect.ts'
import type { Accounts } from '../db/rows.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/** One user as the desk sees them. */

const Role = z.enum(staffRoles).catch('staff')
const Password = z.enum(['none', 'temporary', 'own']).catch('none')

type UserRow = Pick<
  Selectable<Accounts>,
  | 'id'
  | 'iin'
  | 'surname'
  | 'name'
  | 'patronymic'
  | 'role'
  | 'administrator'
  | 'phone'
  | 'blocked_at'
  | 'blocked_reason'
  | 'password_state'
  | 'created_at'
>
type Beside = {
  sessions: Awaited<ReturnType<typeof sessionsOf>>
  awaited: ReadonlyMap<string, Awaiting>
  nameOf: (actor: string) => string
}

export const shownUser = (
  row: UserRow,
  me: string | null,
  { sessions, awaited, nameOf }: Beside,
): StaffUser => ({
  id: row.id,
  iin: row.iin,
  surname: row.surname,
  name: row.name,
  patronymic: row.patronymic,
  role: Role.parse(row.role),
  administrator: row.administrator,
  phone: row.phone,
  blockedAt: row.blocked_at?.toISOString() ?? null,
  blockedReason: row.blocked_reason,
  password: Password.parse(row.password_state),
  sessions: Number(sessions.get(row.id)?.count ?? 0),
  lastUsedAt: sessions.get(row.id)?.last?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  me: row.id === me,
  confirmation: shownConfirmation(awaited.get(row.id), nameOf),
})

const shownConfirmation = (awaited: Awaiting | undefined, nameOf: (actor: string) => string) =>
  awaited
    ? { by: awaited.by.map(nameOf), upTo: awaited.upTo, mayConfirm: awaited.mayConfirm }
    : null

/** Open sessions, and when one was used last. */
export async function sessionsOf(
  db: Parameters<Parameters<typeof handle>[1]>[1]['db'],
  ids: readonly string[],
  now: Date,
) {
  if (ids.length === 0) return new Map<string, { count: string; last: Date | null }>()
  const rows = await db
    .selectFrom('tokens')
    .select((expression) => [
      'account_id',
      expression.fn.countAll<string>().as('count'),
      expression.fn.max('used_at').as('last'),
    ])
    .where('account_id', 'in', [...ids])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ account_id, count, last }) => [account_id ?? '', { count, last }]))
}

const PAGE = 100
/** Position of the next page: the names and id of the last row. */
const Place = z.tuple([part.name, part.name, part.uuid])

const surname = alphabetical('accounts.surname')
const name = alphabetical('accounts.name')

type Filter = {
  role?: string | undefined
  state?: string | undefined
  text?: string | undefined
  id?: string | undefined
}

function accountsLike(db: Db, { role, state, text, id }: Filter) {
  let found = db
    .selectFrom('accounts')
    .where('accounts.role', role ? '=' : 'in', role ?? [...staffRoles])
  if (state) found = found.where('accounts.blocked_at', state === 'blocked' ? 'is not' : 'is', null)
  if (id) found = found.where('accounts.id', '=', id)
  if (text) {
    const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
    const phone = phoneAsTyped(text)
    found = found.where((expression) =>
      expression.or([
        expression(
          expression.fn<string>('concat_ws', [
            expression.val(' '),
            'accounts.surname',
            'accounts.name',
          ]),
          'ilike',
          like,
        ),
        expression('accounts.iin', '=', text),
        ...(phone ? [expression('accounts.phone', '=', phone)] : []),
      ]),
    )
  }
  return found
}

/** Promoters, accountants and staff by name. */
export const list = handle(
  'staffUsers',
  async ({ role, state, text, id, cursor }, { db, clock, me }) => {
    const now = clock.now()
    const found = accountsLike(db, { role, state, text, id })
    const { count } = await found
      .select((expression) => expression.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    const after = readCursor(cursor, Place)
    const rows = await found
      .$if(after !== null, (query) =>
        query.where(
          sql<boolean>`(${surname}, ${name}, accounts.id) > (${after?.[0]}, ${after?.[1]}, ${after?.[2]}::uuid)`,
        ),
      )
      .select([
        'accounts.id',
        'accounts.iin',
        'accounts.surname',
        'accounts.name',
        'accounts.patronymic',
        'accounts.role',
        'accounts.administrator',
        'accounts.phone',
        'accounts.blocked_at',
        'accounts.blocked_reason',
        'accounts.password_state',
        'accounts.created_at',
      ])
      .orderBy(surname)
      .orderBy(name)
      .orderBy('accounts.id')
      .limit(PAGE + 1)
      .execute()
    const page = rows.slice(0, PAGE)
    const sessions = await sessionsOf(
      db,
      page.map(({ id }) => id),
      now,
    )
    const atDesks = page.filter(({ role: of }) => of !== 'promoter').map(({ id: one }) => one)
    const awaited = await awaitingConfirmation(db, atDesks, me().accountId ?? '')
    const nameOf = await namesOf(
      db,
      [...awaited.values()].flatMap(({ by }) => by),
    )
    await audit(db, now, {
      actor: actorOf(me()),
      action: id ? 'user.seen' : 'users.seen',
      object: id ? { kind: 'account', id } : { kind: 'accounts', id: role ?? 'all' },
      details: { shown: page.length },
    })
    const last = page.at(-1)
    return ok({
      users: page.map((row) => shownUser(row, me().accountId, { sessions, awaited, nameOf })),
      total: Number(count),
      next: rows.length > PAGE && last ? writeCursor([last.surname, last.name, last.id]) : null,
    })
  },
)
