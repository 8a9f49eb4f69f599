import { goesOnJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { type Work, works } from '../jobs/work.ts'
import { answerLimits } from '../settings/time-limits.ts'
import { goOn } from './going-on.ts'

/** Answers, requests and limits are counted in real time. */
const realAgo = (ms: number) => new Date(Date.now() - ms)

/** Leftovers of requests whose process died, and counts past their time. */
export const requestRecoveries: readonly Recovery[] = [
  {
    name: 'slow answers nobody came for',
    recover: ({ db }) =>
      db
        .deleteFrom('slow_answers')
        .where('begun_at', '<', realAgo(answerLimits.goesOnKeptMs))
        .execute(),
  },
  asksFor(
    'slow answers nobody is at',
    goesOnJob,
    ({ db, config }) =>
      db
        .selectFrom('slow_answers')
        .select('id')
        .where('told', 'is', null)
        .where('begun_at', '<', realAgo(config.forgottenSeconds * 1_000))
        .limit(RECOVERED_AT_ONCE)
        .execute(),
    'any',
  ),
  {
    // Their keys name phones and people.
    name: 'limits that are over',
    recover: ({ db }) =>
      db.deleteFrom('rate_limits').where('expire', '<', String(Date.now())).execute(),
  },
]

/** The job of a call that takes longer than an answer may. */
export const requestWork = (callAgain: Parameters<typeof goOn>[2]): Work[] => [
  works(goesOnJob, (deps, { id }) => goOn(deps, id, callAgain), { concurrency: 4 }),
]
