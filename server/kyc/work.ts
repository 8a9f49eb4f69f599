import { amlJob, kycChangedJob, rescreenJob } from '../jobs/definitions.ts'
import { asksFor, type Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { afterChange, unpaidOfBlocked } from './frozen.ts'
import { importLists } from './import-lists.ts'
import { changedEffects, rescreen } from './rescreen.ts'

const RESUMED_AT_ONCE = 20

/**
 * Clients to screen again after a change of a list, screenings whose job was lost, and bills of
 * blocked people.
 */
export const screeningRecoveries: readonly Recovery[] = [
  { name: 'changed effects of lists', recover: changedEffects },
  { name: 'bills of whoever is blocked', recover: unpaidOfBlocked },
  asksFor(
    'screenings broken off',
    rescreenJob,
    async ({ db }, { forgotten }) => {
      const stuck = await db
        .selectFrom('kyc_rescreens')
        .select('id')
        .where('state', '=', 'running')
        .where('moved_at', '<', forgotten)
        .limit(RESUMED_AT_ONCE)
        .execute()
      return stuck.map(({ id }) => ({ rescreenId: id }))
    },
    'any',
  ),
]

export const screeningWork = [
  works(kycChangedJob, (deps, { caseId }) => afterChange(deps, caseId)),
  works(amlJob, (deps) => importLists(deps), { concurrency: 1 }),
  works(rescreenJob, (deps, { rescreenId }) => rescreen(deps, rescreenId), {
    concurrency: 1,
  }),
]
