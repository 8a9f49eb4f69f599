import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isMigrated } from './db/migrate.ts'
import type { Deps } from './deps.ts'
import { notFound } from './refuse.ts'

/** `live`: the process answers. `ready`: a sale can begin: database, migrations, queue, tariff tables, watch lists. */
export function mountHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/health/live', async () => ({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const checks = {
      database: await passes(async () => (await deps.pool.query('select 1')).rowCount === 1),
      migrations: await passes(() => isMigrated(deps.pool)),
      queue: await passes(async () => (await deps.queue.boss.getQueue('issue')) !== null),
      tariff: await passes(async () => (await deps.reference.tables(deps.clock.today())) !== null),
      lists: await passes(() => deps.screening.fresh()),
    }
    const ready = Object.values(checks).every(Boolean)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, checks })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(deps, request.headers.authorization)) throw notFound()
    return reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics())
  })
}

/** Figures tell a stranger how much is sold: in production they need the collector's token; beside the sandbox they are open unless one is set. */
function mayReadMetrics({ config }: Deps, header: string | undefined): boolean {
  if (!config.metricsToken) return !config.production
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${config.metricsToken}`))
}

const passes = (check: () => Promise<boolean>) => check().catch(() => false)
