import { join } from 'node:path'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { createServer } from '../../../server/app.ts'
import { loadSite } from '../../../server/http/site.ts'
import { readConfig } from '../../../server/settings/config.ts'
import { createLog } from '../../../server/telemetry/log.ts'

/**
 * One of the equal processes of the product, configured by the environment, its lines written to
 * nowhere; tells what lives on after each full collection, in MB.
 */
const config = readConfig(process.env)
const site = loadSite(join(import.meta.dirname, '..', '..', '..', 'dist'))
const server = await createServer(
  config,
  config.databaseUrl ?? '',
  site,
  createLog('info', { write: () => {} }),
)
await server.app.listen({ port: config.port, host: config.host })
process.on('message', (message) => {
  if (message === 'memory') process.send?.({ memory: process.memoryUsage() })
  if (message === 'close') void server.close().then(() => process.exit(0))
})
const collections = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { kind } = (entry as PerformanceEntry & { detail: { kind: number } }).detail
    if (kind === constants.NODE_PERFORMANCE_GC_MAJOR)
      process.send?.({ liveMb: getHeapStatistics().used_heap_size / 1_048_576 })
  }
})
collections.observe({ entryTypes: ['gc'] })
process.on('disconnect', () => process.exit(1))
process.send?.('ready')
