import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { type PaperMakers, paperMakers } from '#documents/makers.ts'
import { type Clock, followedClock, systemClock } from './clock.ts'
import { connect, isTroubled, pool } from './db/connect.ts'
import { locks } from './db/locks.ts'
import { reading } from './db/standby.ts'
import type { Deps } from './deps.ts'
import { reportLogins } from './esbd/logins.ts'
import { handlers, letsGo } from './handlers.ts'
import { settled } from './http/going-on.ts'
import { gracefulShutdown } from './http/graceful-shutdown.ts'
import { limits } from './http/limits.ts'
import { callAgain } from './http/route.ts'
import type { Site } from './http/site.ts'
import { queue } from './jobs/queue.ts'
import { stopProcessAt } from './jobs/steps.ts'
import { startWorker } from './jobs/workers.ts'
import { importLists, listsUntilFresh } from './kyc/import-lists.ts'
import { screening } from './kyc/lists.ts'
import { watchedGateways } from './messaging/unreachable.ts'
import { orderChanges } from './orders/changes.ts'
import { countStates } from './orders/orders.ts'
import { signer } from './policies/signer.ts'
import { sell } from './products/products.ts'
import { reference } from './reference/reference.ts'
import type { Config } from './settings/config.ts'
import { paperLimits, sheetLimits } from './settings/time-limits.ts'
import { mountAll } from './setup/mount.ts'
import { everythingSold } from './sold.ts'
import { connectSystems } from './systems.ts'
import { callJournal } from './telemetry/journal.ts'
import type { Log } from './telemetry/log.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { startTracing } from './telemetry/tracing.ts'
import { allWork } from './work.ts'

export type Server = { app: FastifyInstance; deps: Deps; close(): Promise<void> }

/**
 * Assembles the whole server, here and once. The database must be migrated. `makers`: processes
 * that make papers, if already running.
 */
export async function createServer(
  config: Config,
  databaseUrl: string,
  site: Site,
  log: Log,
  makers?: PaperMakers,
): Promise<Server> {
  stopProcessAt(config.stopAt)
  sell(everythingSold)
  const traces = await startTracing(config.tracing)
  const connections = pool(databaseUrl, config.databasePool)
  const db = connect(connections)
  const reports = reading(config.reportsUrl, connections, log)
  const metrics = createMetrics()
  countStates(metrics)
  const journal = callJournal(db, log, metrics)
  const clock: Clock = config.sandbox
    ? await followedClock(`${config.sandbox.url}/control/clock/stream`)
    : systemClock()
  const [jobs, changes, sealed] = await Promise.all([
    queue(databaseUrl, connections, log, config.longestRetrySeconds),
    orderChanges(databaseUrl),
    signer(config.signingKey),
  ])
  const deps: Deps = {
    config,
    db,
    pool: connections,
    reports: reports.db,
    locks: locks(databaseUrl, () => isTroubled(connections)),
    systems: watchedGateways(
      connectSystems(config, journal.record, (system, operation, open) =>
        metrics.breaker.set({ system, operation }, open ? 1 : 0),
      ),
      config.systems.smsOrder,
      db,
      clock,
    ),
    clock,
    queue: jobs,
    // Beside the sandbox one machine plays all clients of a country.
    limits: limits(connections, config.production ? 1 : 50, (limit) =>
      metrics.limitsPassed.inc({ limit }),
    ),
    log,
    metrics,
    reference: reference(db),
    screening: screening({ db, clock, queue: jobs }),
    signer: sealed,
    paperMakers:
      makers ??
      paperMakers({ most: availableParallelism(), ...paperLimits }, (how) =>
        log.warn({ how }, 'a process that makes papers died'),
      ),
    sheetMakers: paperMakers(sheetLimits, (how) =>
      log.warn({ how }, 'a process that reads files of clients died'),
    ),
    background: new Set(),
  }
  const shutdown = gracefulShutdown(config)
  const app = mountAll(deps, site, changes, shutdown)
  await reportLogins(deps)
  const closing = new AbortController()
  await freshLists(deps, closing.signal)
  const worker = config.worker
    ? await startWorker(deps, allWork(callAgain(deps, handlers), letsGo))
    : null
  const close = async () => {
    closing.abort()
    await shutdown.leave(app)
    await settled(deps, config.lastAnswersMs)
    await (worker ? worker.stop() : jobs.stop())
    deps.paperMakers.close()
    deps.sheetMakers.close()
    await changes.close()
    clock.close()
    await journal.flush()
    deps.systems.mail.close()
    await deps.locks.close().catch(() => {})
    await reports.close()
    await endPool(connections)
    await traces.stop()
  }
  let closed: Promise<void> | null = null
  return { app, deps, close: () => (closed ??= close()) }
}

/**
 * Without fresh lists nothing can be sold, but all other calls are answered: a start waits for them
 * only beside the sandbox, which serves them from the same machine.
 */
async function freshLists(deps: Deps, closing: AbortSignal): Promise<void> {
  if (await deps.screening.fresh()) return
  if (deps.config.sandbox) return importLists(deps)
  const over = listsUntilFresh(deps, closing)
  deps.background.add(over)
  void over.finally(() => deps.background.delete(over))
}

const endPool = (connections: Pool) => connections.end().catch(() => {})

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}
