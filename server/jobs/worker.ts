import type { Deps } from '../deps.ts'
import { seldom } from '../telemetry/seldom.ts'
import { amlJob, sweepJob } from './definitions.ts'
import type { Work } from './work.ts'
import { startWorkers } from './workers.ts'

/**
 * Runs the jobs in this process until `stop`: the works of the slices, as `server/work.ts` lists
 * them. Any number of processes may do the same.
 */
export async function startWorker(
  deps: Deps,
  works: readonly Work[],
): Promise<{ stop(): Promise<void> }> {
  const { work, stop } = startWorkers(deps)
  const tell = seldom(deps.log)
  for (const one of works) await work(one)

  const every = (seconds: number, what: typeof sweepJob | typeof amlJob) =>
    setInterval(() => {
      deps.queue
        .send(what, {}, { once: 'soon' })
        .catch((cause: unknown) =>
          tell(what.name, { err: cause }, 'a periodic job could not be asked for'),
        )
    }, seconds * 1_000)
  const timers = [
    every(deps.config.sweepSeconds, sweepJob),
    every(deps.config.amlRefreshSeconds, amlJob),
  ]
  return {
    stop: async () => {
      stop()
      for (const timer of timers) clearInterval(timer)
      await deps.queue.stop()
    },
  }
}
