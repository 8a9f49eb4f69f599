import { sql } from 'kysely'
import type { Sql } from '../db/connect.ts'

/**
 * Acts that give the actor control of an account: they may now sign in as it, or gave it its
 * rights.
 */
const takesInHand = [
  'user.created',
  'user.role_changed',
  'user.password_reset',
  'client.email_corrected',
]
/** Another administrator knows the person behind the account: earlier acts on it count no more. */
export const confirmedAction = 'user.confirmed'

/** The account of an actor (`staff:{id}`), or the id as it is. */
const accountIn = (actor: string): string => actor.slice(actor.indexOf(':') + 1)

/**
 * Acts on the accounts without a later confirmation. Reads the audit log: no row of it is altered
 * or removed.
 */
const unconfirmed = sql`
  select acts.id, acts.object_id, acts.actor, split_part(acts.actor, ':', 2) as by_id from audit acts
  where acts.object_kind = 'account' and acts.action in (${sql.join(takesInHand)}) and acts.id > coalesce((
    select max((confirmed.details ->> 'up_to')::bigint) from audit confirmed
    where confirmed.object_kind = 'account' and confirmed.object_id = acts.object_id and confirmed.action = ${confirmedAction}), 0)`

/**
 * Returns the accounts that may control each one: itself, those that made it, those that made them,
 * and so on.
 */
async function handsOf(db: Sql, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ id: string; holder: string }>`
    with recursive hands(id, holder) as (
      select asked, asked from unnest(${[...ids]}::text[]) as asked
      union
      select hands.id, act.by_id from hands
      cross join lateral (select * from (${unconfirmed}) as act where act.object_id = hands.holder) as act
    )
    select id, holder from hands`.execute(db)
  const hands = new Map(ids.map((id) => [id, new Set([id])]))
  for (const { id, holder } of rows) hands.get(id)?.add(holder)
  return hands
}

/**
 * Checks that two actors are surely two people: nobody can act as both. Accounts of which one made
 * the other, or that a third made, are not, until an administrator apart from them confirms the
 * people behind them (docs/security/rules.md, "Two people"). Every two-person act calls this.
 */
export async function areTwoPeople(db: Sql, one: string, other: string): Promise<boolean> {
  const [first, second] = [accountIn(one), accountIn(other)]
  const hands = await handsOf(db, [first, second])
  return (
    first !== second && (hands.get(first)?.isDisjointFrom(hands.get(second) ?? new Set()) ?? false)
  )
}

export type Awaited = { upTo: string; by: string[]; mayConfirm: boolean }

/**
 * Returns which of these accounts wait for confirmation: of which actors, up to which act, and
 * whether `me` may confirm.
 */
export async function awaitingConfirmation(
  db: Sql,
  ids: readonly string[],
  me: string,
): Promise<Map<string, Awaited>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ object_id: string; up_to: string; by: string[] }>`
    select object_id, max(id)::text as up_to, array_agg(distinct actor) as by from (${unconfirmed}) as act
    where object_id in (${sql.join(ids)}) group by object_id`.execute(db)
  const hands = await handsOf(db, [me, ...rows.map((row) => row.object_id)])
  const mine = hands.get(me) ?? new Set()
  return new Map(
    rows.map((row) => [
      row.object_id,
      {
        upTo: row.up_to,
        by: row.by,
        mayConfirm: mine.isDisjointFrom(hands.get(row.object_id) ?? mine),
      },
    ]),
  )
}
