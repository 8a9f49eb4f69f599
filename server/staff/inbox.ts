import { type Insertable, sql } from 'kysely'
import { ContactRequestKind, InboxState, OrganisationRequest } from '#contract/staff-today.ts'
import { numericMoment } from '#domain/calendar.ts'
import { smsReplyMax, waitsFor } from '#domain/inbox.ts'
import { inEveryLanguage, parseLocale } from '#domain/locale.ts'
import { columnsOf } from '#domain/locale-columns.ts'
import * as refusals from '#domain/refusals.ts'
import { type SaleSaid, saleSaid } from '#texts/sale-said.ts'
import { namesOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Sql, Tx } from '../db/connect.ts'
import type { FeedbackReplies } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { placeAfter, placeOf } from '../http/paging.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { inboxReplyJob } from '../jobs/definitions.ts'
import { unreachableBy } from '../messaging/unreachable.ts'
import { caseNotes, colleaguesOf } from '../notes/notes.ts'
import type { Desk, Found } from '../products/product-desk.ts'
import { desks } from '../products/products.ts'

const PAGE = 100

/**
 * True for the same person: the same phone and the same mailbox. Both are typed and unproved, so a
 * person who types one of another's is a different person: a reply goes to its message's sender and
 * answers nothing else.
 */
export const isSamePerson = (one: string, other: string) => {
  const [a, b] = [sql.table(one), sql.table(other)]
  return sql<boolean>`(${a}.phone = ${b}.phone and lower(${a}.email) = lower(${b}.email))`
}

/** A row as it is read at the desk. */
const readMessage = (
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

/** Selects all messages of this message's sender, oldest first. */
const messagesLike = (db: Sql, id: string) =>
  db
    .selectFrom('feedback')
    .innerJoin('feedback as asked', (join) =>
      join.on(isSamePerson('feedback', 'asked')).on('asked.id', '=', id),
    )
    .selectAll('feedback')
    .orderBy('feedback.created_at')
    .orderBy('feedback.id')
    .execute()

/**
 * Conversations with the least done first; a person's is at the state of their least handled
 * message.
 */
const place = (table: string) =>
  sql`array_position(array['new', 'in_work', 'answered'], ${sql.table(table)}.state)`

/**
 * SQL: the first row of each person: none of theirs is less done, and none of this state precedes
 * it.
 */
const isFirst = (direction: 'asc' | 'desc') =>
  sql<boolean>`not exists (select 1 from feedback other
    where other.id <> feedback.id and ${isSamePerson('other', 'feedback')}
    and (${place('other')} < ${place('feedback')} or (other.state = feedback.state
      and (other.created_at, other.id::text) ${direction === 'desc' ? sql`>` : sql`<`} (feedback.created_at, feedback.id::text))))`

/**
 * Lists messages, call-back requests and organisations' requests for a bill, a row for each person.
 * Waiting ones are in order of arrival.
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
 * Locks all messages of these messages' senders, in one order: of two colleagues who act on one
 * person, one is first. To act on several people, lock them all in one call.
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
 * Checks the old state under the lock: of two colleagues who accept one message, the slower gets a
 * refusal.
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
      // Earlier answered messages remain answered: reopens only this one.
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

/** Returns one person's full conversation with the contact desk, and the data for a reply. */
export const staffInboxThread = handle('staffInboxThread', async ({ id }, context) => {
  const { db, clock, me } = context
  const rows = await messagesLike(db, id)
  const newest = rows.at(-1)
  if (!newest) throw notFound()
  const ids = rows.map((row) => row.id)
  const mailbox = newest.email.toLowerCase()
  const [replies, notes, templates, unreachable, account, ...orders] = await Promise.all([
    db
      .selectFrom('feedback_replies')
      .innerJoin('messages', 'messages.feedback_reply_id', 'feedback_replies.id')
      .selectAll('feedback_replies')
      .select(['messages.sent_at', 'messages.refused'])
      .where('feedback_id', 'in', ids)
      .orderBy('feedback_replies.created_at')
      .execute(),
    caseNotes(db, { about: 'inbox', subject: ids }, me()),
    templatesOf(db, clock.today()),
    unreachableBy(db, newest),
    db
      .selectFrom('accounts')
      .select('id')
      .where('realm', '=', 'cabinet')
      .where('role', '=', 'user')
      .where('phone', '=', newest.phone)
      .executeTakeFirst(),
    saleToTell(context, rows, (desk) => desk.find.phone(db, newest.phone, LOOKED_AT)),
    mailbox ? saleToTell(context, rows, (desk) => desk.find.email(db, mailbox, LOOKED_AT)) : null,
  ])
  const [bySms, byMail] = orders
  const nameOf = await namesOf(db, [
    ...rows.map(({ handled_by }) => handled_by),
    ...replies.map(({ written_by }) => written_by),
  ])
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'inbox.opened',
    object: { kind: 'feedback', id },
    details: { messages: rows.length },
  })
  return ok({
    messages: rows.map((row) => readMessage(row, nameOf)),
    replies: replies.map((reply) => ({
      id: reply.id,
      to: reply.feedback_id,
      way: reply.way === 'mail' ? ('mail' as const) : ('sms' as const),
      address: reply.address,
      text: reply.text,
      by: nameOf(reply.written_by),
      at: reply.created_at.toISOString(),
      sent_at: reply.sent_at?.toISOString() ?? null,
      refused: reply.refused !== null,
    })),
    unreachable,
    account_id: account?.id ?? null,
    notes,
    templates: templates.map((row) => ({
      code: row.code,
      name: columnsOf(row, 'name'),
      text: { sms: filled(row, newest, bySms), mail: filled(row, newest, byMail) },
    })),
  })
})

type Template = Awaited<ReturnType<typeof templatesOf>>[number]
const filled = (
  row: Template,
  { number }: { number: string | number | bigint },
  of: SaleSaid | null,
) =>
  inEveryLanguage((locale) =>
    row[`text_${locale}`]
      .replaceAll('{number}', String(number))
      .replaceAll('{order}', saleSaid(locale, of)),
  )

/** Sales of a person searched for the one they mention. */
const LOOKED_AT = 20

/**
 * Returns the sale a reply mentions: one whose messages go to the reply's address, so that nobody
 * learns about another's by naming its number. The one they name, else the newest unfinished, else
 * the newest.
 */
async function saleToTell(
  context: Context,
  rows: readonly { text: string }[],
  find: (desk: Desk) => Promise<Found>,
): Promise<SaleSaid | null> {
  const { db } = context
  const found = await Promise.all(
    desks().map(async (desk) => {
      const { sales } = await find(desk)
      return (sales.length > 0 ? await desk.found(db, sales) : []).map((sale) => ({ sale, desk }))
    }),
  )
  const newest = found
    .flat()
    .toSorted((one, other) => other.sale.created_at.getTime() - one.sale.created_at.getTime())
  const written = rows.map(({ text }) => text.toUpperCase().replaceAll(/\s/g, '')).join(' ')
  const chosen =
    newest.find(({ sale }) => written.includes(sale.number.toUpperCase())) ??
    newest.find(({ sale }) => ['awaiting_payment', 'paid', 'issuing'].includes(sale.state)) ??
    newest[0]
  const shown = chosen && (await chosen.desk.sale(chosen.sale.id, context))?.shown
  if (!shown) return null
  const moment = (at: string | null) => (at ? numericMoment(new Date(at)) : null)
  return {
    number: shown.number,
    state: shown.state,
    policy: shown.policy?.global_id ?? null,
    paidAt: moment(shown.paid_at),
    obstacle: shown.obstacle && { what: shown.obstacle.what, since: moment(shown.obstacle.since) },
  }
}

const templatesOf = (db: Db, today: string) =>
  db
    .selectFrom('reply_templates')
    .selectAll()
    .where('effective_from', '<=', today)
    .where((expression) =>
      expression.or([
        expression('effective_to', 'is', null),
        expression('effective_to', '>=', today),
      ]),
    )
    .orderBy('sort')
    .orderBy('code')
    .execute()

/**
 * Replies by SMS or e-mail, to the message's sender. The reply, its message and job, and the
 * answered messages' new state are one transaction.
 */
export const staffInboxReply = handle('staffInboxReply', async (asked, context) => {
  const { db, clock, me, locale, limits } = context
  const { key, id, way, text, language } = asked
  if (way === 'sms' && text.length > smsReplyMax) return refuse(locale, refusals.replyTooLong)
  await limits.count('repliesPerDesk', me().accountId ?? me().iin)
  return db.transaction().execute(async (tx) => {
    const actor = actorOf(me())
    const theirs = await openLike(tx, id)
    if (!theirs.some((one) => one.id === id)) throw notFound()
    const known = await tx
      .selectFrom('feedback_replies')
      .select(['feedback_id', 'text'])
      .where('id', '=', key)
      .executeTakeFirst()
    // Pressed twice, or sent again after a lost answer.
    if (known?.feedback_id === id && known.text === text) return { success: true as const }
    if (known) return refuse(locale, refusals.claimChanged)
    const { phone, email } = await tx
      .selectFrom('feedback')
      .select(['phone', 'email'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (way === 'mail' && !email) return refuse(locale, refusals.replyNoMailbox)
    if ((await unreachableBy(tx, { phone, email })).includes(way))
      return refuse(locale, refusals.replyUnreachable)
    await storeReply(tx, context, {
      id: key,
      feedback_id: id,
      way,
      text,
      locale: language,
      address: way === 'sms' ? phone : email,
      template: asked.template ?? null,
      written_by: actor,
      created_at: clock.now(),
    })
    const open = theirs.filter(({ state }) => state !== 'answered').map((one) => one.id)
    await tx
      .updateTable('feedback')
      .set({ state: 'answered', handled_by: actor, handled_at: clock.now(), waits_for: null })
      .where('id', 'in', [id, ...open])
      .execute()
    await audit(tx, clock.now(), {
      actor,
      action: 'inbox.replied',
      object: { kind: 'feedback', id },
      details: { way, messages: open.length, template: asked.template ?? null },
    })
    return { success: true as const }
  })
})

/** Writes a reply down with the message that carries it and the job that sends it. */
async function storeReply(
  tx: Tx,
  { queue }: Pick<Deps, 'queue'>,
  reply: Insertable<FeedbackReplies>,
): Promise<void> {
  await tx.insertInto('feedback_replies').values(reply).execute()
  const messageId = `inbox:${reply.id}`
  await tx
    .insertInto('messages')
    .values({
      id: messageId,
      feedback_reply_id: reply.id,
      kind: reply.way,
      purpose: 'inbox:reply',
      created_at: reply.created_at,
    })
    .execute()
  await queue.enqueue(tx, inboxReplyJob, { messageId })
}

/** Assigns a conversation to a colleague, or marks what it waits for. */
export const staffInboxAssign = handle(
  'staffInboxAssign',
  async ({ id, to, waits_for }, { db, clock, me, locale }) =>
    db.transaction().execute(async (tx) => {
      const theirs = await openLike(tx, id)
      if (!theirs.some((one) => one.id === id)) throw notFound()
      const open = theirs.filter(({ state }) => state !== 'answered').map((one) => one.id)
      if (open.length === 0) return refuse(locale, refusals.claimChanged)
      if (to && !(await colleaguesOf(tx, me())).some((one) => one.id === to)) throw notFound()
      const actor = actorOf(me())
      await tx
        .updateTable('feedback')
        .set({
          state: 'in_work',
          handled_at: clock.now(),
          ...(to ? { handled_by: `staff:${to}` } : {}),
          ...(waits_for === undefined ? {} : { waits_for }),
        })
        .where('id', 'in', open)
        .execute()
      // A conversation that only waits keeps its owner.
      await tx
        .updateTable('feedback')
        .set({ handled_by: actor })
        .where('id', 'in', open)
        .where('handled_by', 'is', null)
        .execute()
      await audit(tx, clock.now(), {
        actor,
        action: 'inbox.assigned',
        object: { kind: 'feedback', id },
        details: { to: to ?? null, waits_for: waits_for ?? null, messages: open.length },
      })
      return { success: true as const }
    }),
)
