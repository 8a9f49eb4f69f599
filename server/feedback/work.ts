import { feedbackJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { mailFeedback } from './send.ts'

/** What people wrote to us and the office has not got. */
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
]

export const feedbackWork = [
  works(feedbackJob, (deps, { feedbackId }) => mailFeedback(deps, feedbackId), {
    unhurried: true,
  }),
]
