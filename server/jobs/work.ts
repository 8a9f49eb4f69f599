import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { jobLimits } from '../settings/time-limits.ts'
import type { Job } from './definitions.ts'

/** What this process does for one kind of job. */
export type Work = {
  job: Job
  run(deps: Deps, payload: unknown): Promise<unknown>
  /** How many of it this process does at once. */
  concurrency(deps: Deps): number
  /**
   * How often an idle worker looks for a job whose next try is due. A new job of any kind is heard
   * of at once.
   */
  looksEverySeconds: number
}

/** Work for a job; `unhurried` where nobody waits for the next try by the second. */
export const works = <Payload extends z.ZodType>(
  job: Job<Payload>,
  run: (deps: Deps, payload: z.output<Payload>) => Promise<unknown>,
  {
    concurrency = 2,
    unhurried = false,
  }: { concurrency?: number | ((deps: Deps) => number); unhurried?: boolean } = {},
): Work => ({
  job,
  run: (deps, payload) => run(deps, job.payload.parse(payload)),
  concurrency: (deps) => (typeof concurrency === 'number' ? concurrency : concurrency(deps)),
  looksEverySeconds: unhurried ? jobLimits.dueUnhurriedSeconds : jobLimits.dueSeconds,
})
