import type { Insertable } from 'kysely'
import { parseLocale } from '#domain/locale.ts'
import { replyLetter } from '#texts/inbox-reply.ts'
import type { Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { FeedbackReplies } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { inboxReplyJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { orRefused, triedBefore } from '../messaging/messages.ts'

export type Reply = Insertable<FeedbackReplies>

/** Writes a reply down with the message that carries it and the job that sends it. */
export async function storeReply(
  tx: Tx,
  { queue }: Pick<Deps, 'queue'>,
  reply: Reply,
): Promise<void> {
  await tx.insertInto('feedback_replies').values(reply).execute()
  const messageId = `inbox:${reply.id}`
  await tx
    .insertInto('messages')
    .values({
      ...{ id: messageId, feedback_reply_id: reply.id, kind: reply.way },
      ...{ purpose: 'inbox:reply', created_at: reply.created_at },
    })
    .execute()
  await queue.enqueue(tx, inboxReplyJob, { messageId })
}

/** Job: sends one reply by its message's own id, in the language of the person. */
export async function sendReply(deps: Deps, messageId: string): Promise<void> {
  await withLock(deps.locks, `inbox-reply:${messageId}`, async () => {
    const { db, systems, clock } = deps
    const row = await db
      .selectFrom('messages')
      .innerJoin('feedback_replies', 'feedback_replies.id', 'messages.feedback_reply_id')
      .innerJoin('feedback', 'feedback.id', 'feedback_replies.feedback_id')
      .selectAll('feedback_replies')
      .select(['messages.sent_at', 'messages.refused', 'feedback.number', 'feedback.text as asked'])
      .where('messages.id', '=', messageId)
      .executeTakeFirst()
    if (!row || row.sent_at || row.refused) return
    const { way, address: to, text } = row
    const again = await triedBefore(deps, messageId)
    const sent = await orRefused(deps, messageId, () =>
      step(way === 'sms' ? 'notify.sms' : 'notify.mail', async () => {
        if (way === 'sms') return systems.sms.send({ to, text, key: messageId, again })
        const { number, asked } = row
        const letter = replyLetter(parseLocale(row.locale), { number: Number(number), text, asked })
        await systems.mail.send({ ...letter, to, key: messageId })
        return { id: messageId }
      }),
    )
    if (!sent) {
      // Nobody was answered: it is the desk's again.
      await db
        .updateTable('feedback')
        .set({ state: 'in_work' })
        .where('id', '=', row.feedback_id)
        .where('state', '=', 'answered')
        .execute()
      return
    }
    await db
      .updateTable('messages')
      .set({ sent_at: clock.now(), outside_id: sent.id })
      .where('id', '=', messageId)
      .where('sent_at', 'is', null)
      .execute()
  })
}
