import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Job } from './definitions.ts'

/** This process's part in one kind of job. */
export type Work = {
  job: Job
  run(deps: Deps, payload: unknown): Promise<unknown>
  /** Parallel jobs of this kind in the process. */
  concurrency(deps: Deps): number
}

/** Work for a job. */
export const works = <Payload extends z.ZodType>(
  job: Job<Payload>,
  run: (deps: Deps, payload: z.output<Payload>) => Promise<unknown>,
  { concurrency = 2 }: { concurrency?: number | ((deps: Deps) => number) } = {},
): Work => ({
  job,
  run: (deps, payload) => run(deps, job.payload.parse(payload)),
  concurrency: (deps) => (typeof concurrency === 'number' ? concurrency : concurrency(deps)),
})
