import { sql } from 'kysely'
import { z } from 'zod'
import { parsePhone } from '#domain/phone.ts'
import { actorOf } from '../accounts/owner.ts'
import { awaitingConfirmation } from '../accounts/second-person.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { audit } from '../audit/audit.ts'
import { alphabetical } from '../db/alphabetical.ts'
import type { Db } from '../db/connect.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { roles, sessionsOf, shownUser } from './shown-user.ts'

const PAGE = 100
/** Where the next page begins: the names and id of the last row. */
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
    .where('accounts.role', role ? '=' : 'in', role ?? [...roles])
  if (state) found = found.where('accounts.blocked_at', state === 'blocked' ? 'is not' : 'is', null)
  if (id) found = found.where('accounts.id', '=', id)
  if (text) {
    const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
    const phone = parsePhone(text)
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
