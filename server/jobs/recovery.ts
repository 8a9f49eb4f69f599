import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Job } from './definitions.ts'

/** The instants one sweep works with. */
export type SweepTimes = {
  now: Date
  /** Work begun before this should be done by now. */
  forgotten: Date
  ago(ms: number): Date
}

/** A rule of the sweep: finds lost or due work, and continues it. */
export type Recovery = {
  name: string
  recover(deps: Deps, times: SweepTimes): Promise<unknown>
}

/** Maximum of rows per rule in one sweep. */
export const RECOVERED_AT_ONCE = 200

/**
 * Returns a rule that only enqueues an ordinary job, which determines itself if anything is left to
 * do. `once`: adds no job while an equal one waits, for its turn (`soon`) or for `any` time.
 */
export const asksFor = <Payload extends z.ZodType>(
  name: string,
  job: Job<Payload>,
  query: (deps: Deps, times: SweepTimes) => Promise<readonly z.input<Payload>[]>,
  once: 'soon' | 'any' = 'soon',
): Recovery => ({
  name,
  recover: async (deps, times) => {
    for (const payload of await query(deps, times)) await deps.queue.send(job, payload, { once })
  },
})
