import type { Sql } from '../db/connect.ts'
import { notifyJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery, type SweepTimes } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { messageLimits } from '../settings/time-limits.ts'
import { notify } from './messages.ts'

/** Finds messages of one kind whose job was lost, by the column that names their object. */
export async function unsentMessages(
  db: Sql,
  about: 'account_change_id' | 'feedback_reply_id',
  { ago, forgotten }: SweepTimes,
): Promise<{ messageId: string }[]> {
  const unsent = await db
    .selectFrom('messages')
    .select('id')
    .where(about, 'is not', null)
    .where('sent_at', 'is', null)
    .where('refused', 'is', null)
    .where('created_at', '<', forgotten)
    .where('created_at', '>', ago(messageLimits.givenUpMs))
    .limit(RECOVERED_AT_ONCE)
    .execute()
  return unsent.map(({ id }) => ({ messageId: id }))
}

/** Messages of sales whose job was lost. */
export const messageRecoveries: readonly Recovery[] = [
  asksFor('messages not sent', notifyJob, async ({ db }, { ago, forgotten }) => {
    const unsent = await db
      .selectFrom('messages')
      .select(['order_id', 'purpose'])
      .distinct()
      .where('sent_at', 'is', null)
      .where('refused', 'is', null)
      .where('created_at', '<', forgotten)
      .where('created_at', '>', ago(messageLimits.givenUpMs))
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return unsent.flatMap(({ order_id, purpose }) =>
      order_id ? [{ orderId: order_id, purpose }] : [],
    )
  }),
  // A day after the last try of a message its gateway record is not needed any more.
  {
    name: 'tries of messages that are over',
    recover: ({ db }, { ago }) =>
      db
        .deleteFrom('sms_tries')
        .where('tried_at', '<', ago(messageLimits.givenUpMs + 24 * 3_600_000))
        .execute(),
  },
]

export const messageWork = [
  works(notifyJob, (deps, { orderId, purpose }) => notify(deps, orderId, purpose), {
    concurrency: 8,
  }),
]
