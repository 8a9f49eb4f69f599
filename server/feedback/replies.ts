import { parseLocale } from '#domain/locale.ts'
import { replyLetter } from '#texts/inbox-reply.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { orRefused, triedBefore } from '../messaging/messages.ts'

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
