import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../../sandbox/start.ts'
import { createServer } from '../../server/app.ts'
import { pool } from '../../server/db/connect.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { loadSite } from '../../server/http/site.ts'
import { readConfig } from '../../server/settings/config.ts'
import { seed } from '../../server/setup/seed.ts'
import { createLog } from '../../server/telemetry/log.ts'
import { freePort } from '../../tests/http.ts'

/**
 * The product as in production (no check of our own replies, log lines written to nowhere) on a new
 * database folder, for measuring.
 */
export async function productServer(
  settings: Record<string, string> = {},
  { delayMs = 0, folder }: { delayMs?: number; folder?: string | undefined } = {},
) {
  const home =
    folder ?? mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-bench-'))
  const database = await startEmbedded({ home })
  const connections = pool(database.url, 2)
  await migrate(connections)
  await seed(connections)
  await connections.end()
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    baseTime: new Date('2026-11-20T06:00:00Z'),
    delayMs,
  })
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    CHECK_REPLIES: 'off',
    ...settings,
  })
  const site = loadSite(join(import.meta.dirname, '..', '..', 'dist'))
  const server = await createServer(
    config,
    database.url,
    site,
    createLog('info', { write: () => {} }),
  )
  await server.app.listen({ port, host: '127.0.0.1' })
  return {
    url: config.publicUrl,
    databaseUrl: database.url,
    home,
    server,
    sandbox,
    close: async () => {
      await server.close()
      await sandbox.close()
      await database.stop()
    },
  }
}
