import { terminationJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { endPolicy } from './end-policy.ts'

/** Accepted terminations and cancellations without a running job. */
export const endingRecoveries: readonly Recovery[] = [
  asksFor('endings not carried out', terminationJob, async ({ db }, { forgotten }) => {
    const terminations = await db
      .selectFrom('policy_endings')
      .select('id')
      .where('state', '=', 'accepted')
      .where('accepted_at', '<', forgotten)
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return terminations.map(({ id }) => ({ endingId: id }))
  }),
]

export const endingWork = [
  works(terminationJob, (deps, { endingId: terminationId }) => endPolicy(deps, terminationId)),
]
