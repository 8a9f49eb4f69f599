import { sql } from 'kysely'
import { ContactRequestKind, InboxState, OrganisationRequest } from '#contract/staff-today.ts'
import { waitsFor } from '#domain/inbox.ts'
import { parseLocale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import { placeAfter, placeOf } from '../http/paging.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

const PAGE = 100

/** The same person: the same phone, or the same mailbox. */
export const isSamePerson = (one: string, other: string) => {
  const [a, b] = [sql.table(one), sql.table(other)]
  return sql<boolean>`(${a}.phone = ${b}.phone or (${a}.email <> '' and lower(${a}.email) = lower(${b}.email)))`
}

/** A row as it is read at the desk. */
export const readMessage = (
  message: Awaited<ReturnType<typeof messagesLike>>[number],
  nameOf: (actor: string | null) => string,
) => ({
  id: message.id,
  number: Number(message.number),
  kind: ContactRequestKind.parse(message.kind),
  call: message.call_from && {
    from: message.call_from.toISOString(),
    until: message.call_until?.toISOString() ?? null,
  },
  organisation: message.organisation ? OrganisationRequest.parse(message.organisation) : null,
  name: message.name,
  phone: message.phone,
  email: message.email,
  text: message.text,
  language: parseLocale(message.locale),
  state: InboxState.parse(message.state),
  note: message.note,
  by: message.handled_by ? nameOf(message.handled_by) : null,
  waits_for: waitsFor.find((one) => one === message.waits_for) ?? null,
  at: message.created_at.toISOString(),
})

/** Everything the person of this message wrote, as it came. */
export const messagesLike = (db: Sql, id: string) =>
  db
    .selectFrom('feedback')
    .innerJoin('feedback as asked', (join) =>
      join.on(isSamePerson('feedback', 'asked')).on('asked.id', '=', id),
    )
    .selectAll('feedback')
    .orderBy('feedback.created_at')
    .orderBy('feedback.id')
    .execute()

/** The less is done, the earlier; what a person wrote stands where the least is done. */
const place = (table: string) =>
  sql`array_position(array['new', 'in_work', 'answered'], ${sql.table(table)}.state)`

/** The first row of each person: none of theirs is less done, none of this state comes before. */
const isFirst = (direction: 'asc' | 'desc') =>
  sql<boolean>`not exists (select 1 from feedback other
    where other.id <> feedback.id and ${isSamePerson('other', 'feedback')}
    and (${place('other')} < ${place('feedback')} or (other.state = feedback.state
      and (other.created_at, other.id::text) ${direction === 'desc' ? sql`>` : sql`<`} (feedback.created_at, feedback.id::text))))`

/**
 * Messages, wishes to be called, organisations that want a bill, a row for each person. Those who
 * wait are served in the order they came.
 */
export const staffInbox = handle('staffInbox', async ({ state, mine, cursor }, context) => {
  const { db, clock, me } = context
  const actor = actorOf(me())
  const direction = state === 'answered' ? 'desc' : 'asc'
  const after = placeOf(cursor)
  let asked = db
    .selectFrom('feedback')
    .selectAll()
    .select(
      sql<string>`(select count(*) from feedback other where other.state = feedback.state
        and ${isSamePerson('other', 'feedback')})`.as('together'),
    )
    .where('state', '=', state)
    .where(isFirst(direction))
  if (mine) asked = asked.where('handled_by', '=', actor)
  if (after)
    asked = asked.where(
      direction === 'desc'
        ? sql<boolean>`(created_at, id::text) < (${after.at}, ${after.id})`
        : sql<boolean>`(created_at, id::text) > (${after.at}, ${after.id})`,
    )
  const [rows, counted] = await Promise.all([
    asked
      .orderBy('created_at', direction)
      .orderBy(sql`id::text`, direction)
      .limit(PAGE + 1)
      .execute(),
    db
      .selectFrom('feedback')
      .select((expression) => ['state', expression.fn.countAll<string>().as('n')])
      .where(isFirst('asc'))
      .groupBy('state')
      .execute(),
  ])
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  const nameOf = await namesOf(
    db,
    shown.map(({ handled_by }) => handled_by),
  )
  await audit(db, clock.now(), {
    actor,
    action: 'inbox.looked_at',
    object: { kind: 'inbox', id: state },
    details: { messages: shown.length },
  })
  const count = (of: string) => Number(counted.find((line) => line.state === of)?.n ?? 0)
  return ok({
    messages: shown.map((message) => ({
      ...readMessage(message, nameOf),
      together: Number(message.together),
    })),
    counts: { new: count('new'), in_work: count('in_work'), answered: count('answered') },
    next: rows.length > PAGE && last ? placeAfter({ at: last.created_at, id: last.id }) : null,
  })
})

/**
 * What the people of these messages wrote, locked in one order: of two colleagues who act on one
 * person, one is first. Whoever acts on several people locks them all by one call.
 */
export const openLike = (tx: Sql, ids: string | readonly string[]) =>
  tx
    .selectFrom('feedback')
    .select(['feedback.id', 'feedback.state'])
    .where((expression) =>
      expression.exists(
        expression
          .selectFrom('feedback as asked')
          .select('asked.id')
          .where('asked.id', 'in', [ids].flat())
          .where(isSamePerson('feedback', 'asked')),
      ),
    )
    .orderBy('feedback.id')
    .forUpdate()
    .execute()

/**
 * The old state is looked at under the lock: of two who take one message, one hears that the other
 * was faster.
 */
export const staffSetInbox = handle(
  'staffSetInbox',
  async ({ id, from, to, note }, { db, clock, me, locale }) =>
    db.transaction().execute(async (tx) => {
      const actor = actorOf(me())
      const theirs = await openLike(tx, id)
      const asked = theirs.find((one) => one.id === id)
      if (!asked) throw notFound()
      if (asked.state !== from) return refuse(locale, refusals.claimChanged)
      // What was answered before stays so: only this one is opened again.
      const moved = from === 'answered' ? [asked] : theirs.filter(({ state }) => state === from)
      await tx
        .updateTable('feedback')
        .set({ state: to, handled_by: actor, handled_at: clock.now(), waits_for: null })
        .where(
          'id',
          'in',
          moved.map((one) => one.id),
        )
        .execute()
      if (note) await tx.updateTable('feedback').set({ note }).where('id', '=', id).execute()
      await audit(tx, clock.now(), {
        actor,
        action: 'inbox.moved',
        object: { kind: 'feedback', id },
        details: { from, to, messages: moved.length },
      })
      return { success: true as const }
    }),
)
