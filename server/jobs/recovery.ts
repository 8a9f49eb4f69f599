import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Job } from './definitions.ts'

/** The instants one sweep works with. */
export type SweepTimes = {
  now: Date
  /** What should be done by now was begun before this. */
  forgotten: Date
  ago(ms: number): Date
}

/** A rule of the sweep: what got lost or has become due, and how it goes on. */
export type Recovery = {
  name: string
  recover(deps: Deps, times: SweepTimes): Promise<unknown>
}

/** How many rows a rule takes in one sweep. */
export const RECOVERED_AT_ONCE = 200

/**
 * A rule that only asks for an ordinary job, which finds out by itself whether anything is left to
 * do. `once`: no job is added while an equal one waits, for its turn (`soon`) or for `any` time.
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
