import { feedbackJob, inboxReplyJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { unsentMessages } from '../messaging/work.ts'
import { mailFeedback, sendReply } from './requests.ts'

/** Requests the office has not received. */
export const feedbackRecoveries: readonly Recovery[] = [
  asksFor('feedback not mailed', feedbackJob, async ({ db }, { forgotten }) => {
    const unread = await db
      .selectFrom('feedback')
      .select('id')
      .where('sent_at', 'is', null)
      .where('created_at', '<', forgotten)
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return unread.map(({ id }) => ({ feedbackId: id }))
  }),
  asksFor('replies not sent', inboxReplyJob, ({ db }, times) =>
    unsentMessages(db, 'feedback_reply_id', times),
  ),
]

export const feedbackWork = [
  works(feedbackJob, (deps, { feedbackId }) => mailFeedback(deps, feedbackId)),
  works(inboxReplyJob, (deps, { messageId }) => sendReply(deps, messageId)),
]
