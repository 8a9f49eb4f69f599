import { isByDay } from '#domain/lifetimes.ts'
import { elsewhereJob, reminderJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { dropElsewhere, dueElsewhere, remindElsewhere } from './elsewhere.ts'
import { dueReminders, remind } from './remind.ts'

/** Reminders that got lost, and those that have become due. */
export const reminderRecoveries: readonly Recovery[] = [
  asksFor('reminders not sent', reminderJob, async ({ db }, { forgotten, now }) => {
    if (!isByDay(now)) return []
    const unreminded = await db
      .selectFrom('reminders')
      .select(['policy_id', 'days'])
      .where('sent_at', 'is', null)
      .where('created_at', '<', forgotten)
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return unreminded.map(({ policy_id, days }) => ({ policyId: policy_id, days }))
  }),
  {
    name: 'reminders of the day',
    recover: async (deps, { now }) => (isByDay(now) ? dueReminders(deps) : undefined),
  },
  asksFor('reminders of policies elsewhere', elsewhereJob, async (deps, { now }) =>
    isByDay(now) ? dueElsewhere(deps, RECOVERED_AT_ONCE) : [],
  ),
  { name: 'reminders of ended policies elsewhere', recover: dropElsewhere },
]

export const reminderWork = [
  works(reminderJob, (deps, { policyId, days }) => remind(deps, policyId, days)),
  works(elsewhereJob, (deps, { reminderId }) => remindElsewhere(deps, reminderId)),
]
