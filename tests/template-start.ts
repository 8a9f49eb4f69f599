import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startSandbox } from '#sandbox/start.ts'
import { createServer } from '#server/app.ts'
import { importAddresses } from '#server/home/import-addresses.ts'
import { rescreen } from '#server/kyc/rescreen.ts'
import { readConfig } from '#server/settings/config.ts'
import { createLog } from '#server/telemetry/log.ts'
import { DAY } from './database.ts'
import { freePort } from './http.ts'

/**
 * Starts the product on the template once: its queues, the sandbox's watch lists, which nobody is
 * left to be screened by, and its register of addresses stand there. Else each of some hundred apps
 * would take the same lists, screen its clients by each, and copy the same eight hundred addresses
 * in its first seconds, which was half of what an app cost.
 */
export async function startOnce(databaseUrl: string): Promise<void> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, baseTime: DAY })
  const port = String(await freePort())
  const config = readConfig({
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    FILES_DIR: mkdtempSync(join(tmpdir(), 'files-')),
    SANDBOX_PORT: new URL(sandbox.url).port,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    SANDBOX_ANTIVIRUS_PORT: String(sandbox.antivirusPort),
    LOG_LEVEL: 'silent',
    WORKER: 'off',
  })
  const site = { id: 'template', held: new Map(), render: () => '' }
  const server = await createServer(config, databaseUrl, site, createLog('silent'))
  try {
    const { deps } = server
    await importAddresses(deps)
    const walks = await deps.db.selectFrom('kyc_rescreens').select('id').execute()
    for (const { id } of walks) await rescreen(deps, id)
  } finally {
    await server.close()
    await sandbox.close()
    rmSync(config.filesDir, { recursive: true, force: true })
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // What every app would count among its own; the last calls are written as the server leaves.
  for (const table of ['kyc_rescreens', 'outside_calls', 'operation_quarters', 'pgboss.job'])
    await client.query(`delete from ${table}`)
  // What the queue does once a day has been done: each app would do it in its first seconds.
  await client.query('update pgboss.queue set maintain_on = now()')
  await client.query('update pgboss.version set reindex_on = now()')
  await client.end()
}
