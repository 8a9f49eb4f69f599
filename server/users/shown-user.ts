import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { StaffUser } from '#contract/staff-users.ts'
import type { Awaited as Awaiting } from '../accounts/second-person.ts'
import type { Accounts } from '../db/rows.ts'
import type { handle } from '../http/route.ts'

/** One user as the desk sees them. */

export const roles = ['promoter', 'accountant', 'staff'] as const
const Role = z.enum(roles).catch('staff')
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
