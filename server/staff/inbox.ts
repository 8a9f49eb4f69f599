import { sql } from 'kysely'
import { ContactRequestKind, OrganisationRequest } from '#contract/contact-requests.ts'
import { InboxState } from '#contract/staff-inbox.ts'
import { parseLocale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { audit } from '../audit/audit.ts'
import { placeAfter, placeOf } from '../http/paging.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

const PAGE = 30

/**
 * Messages, wishes to be called, organisations that want a bill. Those who wait are served in the
 * order they came.
 */
export const staffInbox = handle('staffInbox', async ({ state, cursor }, { db, clock, me }) => {
  const direction = state === 'answered' ? 'desc' : 'asc'
  const after = placeOf(cursor)
  let asked = db.selectFrom('feedback').selectAll().where('state', '=', state)
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
    actor: actorOf(me()),
    action: 'inbox.looked_at',
    object: { kind: 'inbox', id: state },
    details: { messages: shown.length },
  })
  const count = (of: string) => Number(counted.find((line) => line.state === of)?.n ?? 0)
  return ok({
    messages: shown.map((message) => ({
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
      at: message.created_at.toISOString(),
    })),
    counts: { new: count('new'), in_work: count('in_work'), answered: count('answered') },
    next: rows.length > PAGE && last ? placeAfter({ at: last.created_at, id: last.id }) : null,
  })
})

/**
 * The old state stands in the `where`: of two who take one message, one hears that the other was
 * faster.
 */
export const staffSetInbox = handle(
  'staffSetInbox',
  async ({ id, from, to, note }, { db, clock, me, locale }) =>
    db.transaction().execute(async (tx) => {
      const actor = actorOf(me())
      const set = await tx
        .updateTable('feedback')
        .set({ state: to, handled_by: actor, handled_at: clock.now(), ...(note ? { note } : {}) })
        .where('id', '=', id)
        .where('state', '=', from)
        .returning('id')
        .executeTakeFirst()
      if (!set) {
        const known = await tx
          .selectFrom('feedback')
          .select('id')
          .where('id', '=', id)
          .executeTakeFirst()
        if (!known) throw notFound()
        return refuse(locale, refusals.claimChanged)
      }
      await audit(tx, clock.now(), {
        actor,
        action: 'inbox.moved',
        object: { kind: 'feedback', id },
        details: { from, to },
      })
      return { success: true as const }
    }),
)
