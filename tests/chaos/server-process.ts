import { flushCompileCache } from 'node:module'
import { createServer } from '#server/app.ts'
import { readConfig } from '#server/settings/config.ts'
import { createLog } from '#server/telemetry/log.ts'

/**
 * One process of the product without its pages, for tests that kill it. Configured by the
 * environment; says `ready` when it listens, and ends with whoever started it.
 */
process.stdin.on('end', () => process.exit()).resume()
const config = readConfig(process.env)
const site = {
  id: 'test',
  held: new Map(),
  render: (name: string) => `<!doctype html><title>${name}</title>`,
}
const server = await createServer(
  config,
  config.databaseUrl ?? '',
  site,
  createLog(config.logLevel),
)
await server.app.listen({ port: config.port, host: config.host })
process.once('SIGTERM', () => void server.close().then(() => process.exit()))
// A killed process has no end at which to keep what it compiled.
flushCompileCache()
process.stdout.write('ready\n')
