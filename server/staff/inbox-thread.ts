import type { Insertable } from 'kysely'
import { smsReplyMax } from '#domain/inbox.ts'
import { inEveryLanguage } from '#domain/locale.ts'
import { columnsOf } from '#domain/locale-columns.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db/connect.ts'
import type { FeedbackReplies } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { inboxReplyJob } from '../jobs/definitions.ts'
import { unreachableBy } from '../messaging/unreachable.ts'
import { caseNotes, colleaguesOf } from '../notes/notes.ts'
import { messagesLike, openLike, readMessage } from './inbox.ts'

/** One person's conversation with the contact desk, whole, and what it is answered with. */
export const staffInboxThread = handle('staffInboxThread', async ({ id }, context) => {
  const { db, clock, me } = context
  const rows = await messagesLike(db, id)
  const newest = rows.at(-1)
  if (!newest) throw notFound()
  const ids = rows.map((row) => row.id)
  const [replies, notes, templates, unreachable, account] = await Promise.all([
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
  ])
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
      text: inEveryLanguage((locale) =>
        row[`text_${locale}`].replaceAll('{number}', String(newest.number)),
      ),
    })),
  })
})

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
 * Answers by SMS or e-mail, to where the message came from. The reply, the message that carries it
 * and its job are one transaction with the new state of what is answered.
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

/** To a colleague, who then works at it, or whom it waits for. */
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
      // What only waits is still somebody's.
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
