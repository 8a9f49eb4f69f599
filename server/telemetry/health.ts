import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isMigrated } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'
import type { GracefulShutdown } from '../http/graceful-shutdown.ts'
import { notFound } from '../http/refuse.ts'
import { databaseMetrics } from './database-metrics.ts'
import { sellingNow } from './selling.ts'

/**
 * `live`: the process answers. `open`: it may be handed requests, which only a leaving one may not:
 * what all processes lack alike (lists that are too old) closes sales, not the site. `ready`: a
 * sale can begin: database, migrations, queue, tariff tables, watch lists, and no step of the sale
 * that outside systems stop (`stopped`).
 */
export function mountHealth(app: FastifyInstance, deps: Deps, shutdown: GracefulShutdown): void {
  const readDatabaseMetrics = databaseMetrics(deps)
  app.get('/health/live', async () => ({ live: true }))
  app.get('/health/open', async (_request, reply) => {
    const open = !shutdown.begun()
    return reply
      .code(open ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ open })
  })
  app.get('/health/ready', async (_request, reply) => {
    if (shutdown.begun())
      return reply
        .code(503)
        .header('cache-control', 'no-store')
        .send({ ready: false, leaving: true })
    const checks = {
      database: await passes(async () => (await deps.pool.query('select 1')).rowCount === 1),
      migrations: await passes(() => isMigrated(deps.pool)),
      queue: await passes(async () => (await deps.queue.boss.getQueue('issue')) !== null),
      tariff: await passes(async () => (await deps.reference.tables(deps.clock.today())) !== null),
      lists: await passes(() => deps.screening.fresh()),
    }
    // A silent database fails above.
    const verdict = await sellingNow(deps).then(
      (found) => found.verdict,
      () => null,
    )
    // The checks report our own causes at once.
    const isChecked = verdict?.kind === 'no_tariff' || verdict?.kind === 'lists_old'
    const stopped = verdict?.tone === 'bad' && !isChecked ? verdict : null
    const ready = Object.values(checks).every(Boolean) && !stopped
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        ready,
        checks,
        ...(stopped ? { stopped: stopped.step ?? stopped.kind, since: stopped.since } : {}),
      })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(deps, request.headers.authorization)) throw notFound()
    await readDatabaseMetrics()
    return reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics())
  })
}

/**
 * Checks access to the figures, which reveal our sales: in production they need the collector's
 * token; beside the sandbox they are open unless one is set.
 */
function mayReadMetrics({ config }: Deps, header: string | undefined): boolean {
  if (!config.metricsToken) return !config.production
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${config.metricsToken}`))
}

const passes = (check: () => Promise<boolean>) => check().catch(() => false)
