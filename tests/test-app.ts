import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, inject, onTestFinished } from 'vitest'
import { paperMakers } from '#documents/makers.ts'
import { startSandbox } from '#sandbox/start.ts'
import { createServer } from '#server/app.ts'
import type { Site } from '#server/http/site.ts'
import { readConfig } from '#server/settings/config.ts'
import { paperLimits } from '#server/settings/time-limits.ts'
import { createLog } from '#server/telemetry/log.ts'
import { copyOfTemplate, DAY, onDatabase } from './database.ts'
import { calls, control, freePort } from './http.ts'

export { until } from './http.ts'

/**
 * The whole test app for a test: its own copy of the database, its own sandbox, the server with its
 * worker, all real.
 */
export async function testApp(settings: Record<string, string> = {}) {
  const { close, ...made } = await build(settings)
  onTestFinished(close)
  return made
}
export type TestApp = Awaited<ReturnType<typeof testApp>>

/**
 * One test app for all tests of a file that do not disturb each other. Called at the file's top
 * level; the answer gives the app to a test.
 */
export function sharedTestApp(settings: Record<string, string> = {}): () => TestApp {
  let standing: TestApp | undefined
  beforeAll(async () => {
    const { close, ...made } = await build(settings)
    standing = made
    return close
  })
  return () => {
    if (!standing) throw new Error('the house is not built before the tests begin')
    return standing
  }
}

/** A test app for a test on a database that is there already, with everything migrated. */
export async function testAppOn(databaseUrl: string, settings: Record<string, string> = {}) {
  const { close, ...made } = await standing(databaseUrl, settings)
  onTestFinished(close)
  return made
}

async function build(settings: Record<string, string>) {
  const name = `t_${randomBytes(6).toString('hex')}`
  const root = inject('databaseUrl')
  await onServer(root, (client) => client.query(copyOfTemplate(name)))
  const { close, ...made } = await standing(onDatabase(root, name), settings)
  const gone = async () => {
    await close()
    await onServer(root, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
  return { ...made, close: gone }
}

async function standing(databaseUrl: string, settings: Record<string, string>) {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, baseTime: DAY })
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    FILES_DIR: mkdtempSync(join(tmpdir(), 'files-')),
    SANDBOX_PORT: new URL(sandbox.url).port,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    SANDBOX_ANTIVIRUS_PORT: String(sandbox.antivirusPort),
    LOG_LEVEL: 'silent',
    DATABASE_POOL: '8',
    ...settings,
  })
  const server = await createServer(config, databaseUrl, blankSite, createLog('silent'), makers)
  await server.app.listen({ port, host: '127.0.0.1' })
  const close = async () => {
    await server.close()
    await sandbox.close()
    rmSync(config.filesDir, { recursive: true, force: true })
  }
  return {
    close,
    server,
    sandbox,
    config,
    databaseUrl,
    db: server.deps.db,
    ...calls(config.publicUrl),
    ...control(sandbox),
  }
}

/**
 * The process that makes the papers of all apps of a worker, one after another: to start one costs
 * half a second of a core, a paper 10 ms. It ends with the worker, and after five idle minutes.
 */
const makers = {
  ...paperMakers({ ...paperLimits, most: 1, idleMs: 300_000 }, (how) =>
    console.warn(`a process that makes papers died: ${how}`),
  ),
  close: () => {},
}

/** Pages are the business of other tests; here only the API is asked. */
const blankSite: Site = {
  id: 'test',
  held: new Map(),
  render: (name, locale, data) =>
    `<!doctype html><title>${name} ${locale}</title>${JSON.stringify(data)}`,
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
