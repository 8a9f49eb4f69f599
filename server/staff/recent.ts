import { sql } from 'kysely'
import { maskIin } from '#domain/iin.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { desks } from '../products/products.ts'

/** What somebody opened is remembered so long, and so many of it. */
const DAYS = 7
export const RECENT = 10
/** So many of a person's lines are read back, whatever they are about. */
const READ_BACK = 1_000

export type Opened = { kind: 'order' | 'client' | 'claim'; id: string; at: Date }

const looks = ['client.looked_at', 'order.looked_at', 'claim.looked_at']

/**
 * What a person opened lately, each thing once, the newest first: their own lines of the audit log,
 * so that nothing is kept twice and nothing is left behind when a client is erased.
 */
export async function openedBy(
  db: Db,
  actor: string,
  now: Date,
  kinds: readonly Opened['kind'][] = ['order', 'client', 'claim'],
): Promise<Opened[]> {
  const since = new Date(now.getTime() - DAYS * 86_400_000)
  const { rows } = await sql<{ action: string; object_id: string; at: Date }>`
    select max(action) as action, object_id, max(at) as at
    from (select action, object_id, at from audit where actor = ${actor} order by id desc limit ${READ_BACK}) as mine
    where action = any(${looks.filter((look) => kinds.some((kind) => look.startsWith(kind)))}) and at > ${since}
    group by object_id order by max(at) desc limit ${RECENT}`.execute(db)
  return rows.flatMap(({ action, object_id, at }) => {
    const kind = kinds.find((one) => action.startsWith(one))
    return kind ? [{ kind, id: object_id, at }] : []
  })
}

/** My last ten, for the search before anything is typed. */
export const staffRecent = handle('staffRecent', async (_body, { db, clock, me }) => {
  const opened = await openedBy(db, actorOf(me()), clock.now())
  const ids = (of: Opened['kind']) => opened.flatMap(({ kind, id }) => (kind === of ? id : []))
  const [orders, clients, claims] = await Promise.all([
    salesNamed(db, ids('order')),
    peopleNamed(db, ids('client')),
    claimsNamed(db, ids('claim')),
  ])
  const named = new Map([...orders, ...clients, ...claims])
  return ok({
    rows: opened.flatMap(({ kind, id, at }) => {
      const found = named.get(id)
      return found ? [{ kind, id, at: at.toISOString(), ...found }] : []
    }),
  })
})

type Named = { title: string; iin: string | null; state: string | null }

async function salesNamed(db: Db, ids: string[]): Promise<[string, Named][]> {
  if (ids.length === 0) return []
  const sales = (await Promise.all(desks().map((desk) => desk.found(db, ids)))).flat()
  return sales.map(({ id, number, state }) => [id, { title: number, iin: null, state }])
}

async function peopleNamed(db: Db, ids: string[]): Promise<[string, Named][]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('people', 'people.iin', 'accounts.iin')
    .select(['accounts.id', 'accounts.iin'])
    .select((expression) => [
      expression.fn.coalesce('people.surname', 'accounts.surname').as('surname'),
      expression.fn.coalesce('people.name', 'accounts.name').as('name'),
    ])
    .where('accounts.id', 'in', ids)
    .execute()
  return rows.map(({ id, iin, surname, name }) => [
    id,
    { title: [surname, name].filter(Boolean).join(' '), iin: maskIin(iin), state: null },
  ])
}

async function claimsNamed(db: Db, ids: string[]): Promise<[string, Named][]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, state }) => [id, { title: id, iin: null, state }])
}
