import { context, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api'
import { patiently } from '#systems/time-limits.ts'
import { isAway } from '../db/failures.ts'
import type { Deps } from '../deps.ts'
import { jobLimits } from '../settings/time-limits.ts'
import { seldom } from '../telemetry/log.ts'
import { idsOf, placeOfJob } from '../telemetry/order-trace.ts'
import { quietly, traced, tracing } from '../telemetry/trace.ts'
import { amlJob, paymentCheckJob, sweepJob } from './definitions.ts'
import type { Recovery } from './recovery.ts'
import { Interrupted } from './steps.ts'
import type { Work } from './work.ts'

/** Retried every few seconds for up to a day: only the run with a result is worth a trace. */
const QUIET = new Set([paymentCheckJob.name])

/**
 * Runs a job within its trace: the one it was enqueued in, or that of its purchase. A sweep's
 * finding belongs to that, not to the sweep.
 */
async function asJob(
  deps: Deps,
  name: string,
  data: unknown,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!tracing()) return run()
  if (name === sweepJob.name) return context.with(ROOT_CONTEXT, run)
  const about = typeof data === 'object' && data !== null ? { ...data } : {}
  const place = await placeOfJob(deps, about)
  if (QUIET.has(name)) return quietly(place.parent, run)
  return traced(
    `job ${name}`,
    { ...place, kind: SpanKind.CONSUMER, attributes: { 'qorgan.job': name, ...idsOf(about) } },
    run,
  )
}

type Hand = { busy: boolean; restsSince: number; worker: string }

const free = (): Hand => ({ busy: false, restsSince: performance.now(), worker: '' })

/**
 * Starts the workers: each kind has one permanent one, and up to its concurrency as many more as
 * jobs arrive faster than they are done. A quiet process checks once a second which kinds have
 * work; a slow outside system delays no other kind.
 */
export function startWorkers(
  deps: Deps,
  restsMs: number = jobLimits.idleWorkerMs,
): { work(one: Work): Promise<void>; stop(): void } {
  const { boss } = deps.queue
  const kinds: { name: string; all: Set<Hand> }[] = []
  let stopping = false
  let looking = false

  const tell = seldom(deps.log)
  const tellFailed = (job: string, id: string, cause: unknown) => {
    const said = 'a job failed and will be tried again'
    // Without a database all of them fail for one reason.
    if (isAway(cause)) tell(job, { err: cause, job }, said)
    else deps.log.warn({ err: cause, job, id }, said)
  }

  const work = async ({ job: what, run, concurrency }: Work) => {
    const most = concurrency(deps)
    const all = new Set<Hand>()
    kinds.push({ name: what.name, all })
    const begin = async (hand: Hand) => {
      all.add(hand)
      hand.worker = await boss.work<unknown>(
        what.name,
        {
          batchSize: 1,
          pollingIntervalSeconds: 0.5,
          notifyPollingIntervalSeconds: jobLimits.restsSeconds,
        },
        async ([one]) => {
          if (!one) return
          hand.busy = true
          // A stopping queue begins no job: another process takes the waiting ones.
          if (!stopping && all.size < most && [...all].every(({ busy }) => busy)) {
            const next = free()
            void begin(next).catch(() => all.delete(next))
          }
          deps.metrics.jobsRunning.inc({ queue: what.name })
          await asJob(deps, what.name, one.data, async () => {
            try {
              await patiently(() => run(deps, one.data))
              deps.metrics.jobs.inc({ queue: what.name, outcome: 'done' })
            } catch (cause) {
              deps.metrics.jobs.inc({ queue: what.name, outcome: 'failed' })
              tellFailed(what.name, one.id, cause)
              throw cause
            }
          }).finally(() => {
            deps.metrics.jobsRunning.dec({ queue: what.name })
            hand.busy = false
            hand.restsSince = performance.now()
            // After one job more may wait: looks for the next at once, not after an idle worker's
            // pause.
            boss.notifyWorker(hand.worker)
          })
        },
      )
    }
    await begin(free())
  }

  /** A busy one looks by itself when it is done. */
  const wake = (due: string) => {
    const hands = kinds.find(({ name }) => name === due)?.all ?? []
    const rests = [...hands].find(({ busy, worker }) => !busy && worker)
    if (rests) boss.notifyWorker(rests.worker)
  }
  /**
   * A new job notifies at once; delayed jobs and retries are found by one statement for all kinds.
   */
  const look = async () => {
    if (looking) return
    looking = true
    try {
      for (const { name, inMs } of await deps.queue.due(jobLimits.dueMs))
        setTimeout(wake, Math.max(0, inMs) + jobLimits.wokenAfterMs, name).unref()
    } catch (cause) {
      if (!stopping) tell('due', { err: cause }, 'jobs that fall due could not be looked for')
    } finally {
      looking = false
    }
  }

  /** A stopping worker finishes its current job. */
  const idleTimeout = () => {
    const now = performance.now()
    for (const { name, all } of kinds)
      for (const hand of [...all].slice(1))
        if (!hand.busy && hand.worker && now - hand.restsSince > restsMs) {
          all.delete(hand)
          void boss.offWork(name, { id: hand.worker, wait: false }).catch(() => {})
        }
  }
  const timers = [
    setInterval(idleTimeout, restsMs).unref(),
    setInterval(() => void look(), jobLimits.dueMs).unref(),
  ]
  return {
    work,
    stop: () => {
      stopping = true
      for (const timer of timers) clearInterval(timer)
    },
  }
}

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

/**
 * Job, every few seconds in one process: restarts work that should be running and is not, whatever
 * got lost, and starts what is due by the product's clock. Runs the slices' rules in their order
 * (`server/work.ts`). A rule that throws is logged and stops no other; at the end the job fails
 * with the first error, so that it is counted.
 */
export async function sweep(deps: Deps, recoveries: readonly Recovery[]): Promise<void> {
  const now = deps.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const times = { now, ago, forgotten: ago(deps.config.forgottenSeconds * 1_000) }
  const failures: unknown[] = []
  for (const { name, recover } of recoveries)
    try {
      await recover(deps, times)
    } catch (cause) {
      // Like a died process: nothing continues.
      if (cause instanceof Interrupted) throw cause
      deps.log.error({ err: cause, rule: name }, 'a rule of the sweep failed')
      failures.push(cause)
    }
  if (failures.length > 0) throw failures[0]
}
