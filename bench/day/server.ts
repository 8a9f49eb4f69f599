import { join } from 'node:path'
import { createServer } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { loadSite } from '#server/site.ts'

/** One of the equal processes of the product, configured by the environment, its lines written to nowhere; tells its memory and time when asked. */
const config = readConfig(process.env)
const site = await loadSite(join(import.meta.dirname, '..', '..', 'dist'))
const server = await createServer(config, config.databaseUrl ?? '', site, createLog('info', { write: () => {} }))
await server.app.listen({ port: config.port, host: config.host })
process.on('message', (message) => {
  if (message === 'close') void server.close().then(() => process.exit(0))
})
process.on('disconnect', () => process.exit(1))
process.send?.('ready')
