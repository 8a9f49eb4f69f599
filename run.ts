import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from '#server/app.ts'
import { pool, requireDurability } from '#server/db/connect.ts'
import { projectHome, startEmbedded } from '#server/db/embedded.ts'
import { isMigrated, mayChangeSchema, migrate } from '#server/db/migrate.ts'
import { loadSite } from '#server/http/site.ts'
import { BadConfiguration, readConfig } from '#server/settings/config.ts'
import { seed } from '#server/setup/seed.ts'
import { createLog } from '#server/telemetry/log.ts'
import { traceId } from '#server/telemetry/trace.ts'
import { isFresh } from '#web/build/content-hash.ts'
import { settingsOfBuilders } from './program/settings-of-builders.ts'

/**
 * npm start: config → database → migrations → first rows → pages → sandbox → server; prints where
 * everything is.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Beside the sandbox the phones' wallets have keys that are made at every start. */
async function configured() {
  const config = readConfig(process.env)
  if (!config.sandbox || config.wallet.apple || config.wallet.google) return config
  const { walletKeys } = await import('#sandbox/wallet-keys.ts')
  return readConfig({ ...process.env, ...walletKeys() })
}

/** In a process of its own: what a builder takes, hundreds of megabytes, goes with it. */
async function buildPages(origin: string, development: boolean): Promise<void> {
  const program = join(import.meta.dirname, 'web/build.ts')
  const builder = spawn(process.execPath, [program, ...(development ? ['--dev'] : [])], {
    env: { ...settingsOfBuilders(), PUBLIC_URL: origin },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code]: unknown[] = await once(builder, 'exit')
  if (code !== 0) throw new Error('The pages could not be built (see above)')
}

type Run = {
  /** With the pages that show the components. */
  development: boolean
  /** The pages are those of the build, without a look whether their sources changed. */
  asBuilt: boolean
  /** The demonstration is filled with the sales and claims of two months. */
  life: boolean
}

async function main({ development, asBuilt, life }: Run) {
  const config = await configured()
  const log = createLog(config.logLevel, undefined, config.tracing ? traceId : undefined)
  const home = config.home ?? projectHome(import.meta.dirname)
  mkdirSync(home, { recursive: true })

  const database = config.databaseUrl ? null : await startEmbedded({ home })
  const databaseUrl = config.databaseUrl ?? database?.url ?? ''
  const connections = pool(databaseUrl, 2)
  const applied = (await mayChangeSchema(connections)) ? await migrate(connections) : []
  if (!(await isMigrated(connections)))
    throw new Error(
      'The database is not migrated and this role may not do it: run `npm run migrate` as the owner',
    )
  await requireDurability(connections, config.durability)
  await seed(connections)
  await connections.end()
  say(
    database
      ? `Database: the product's own PostgreSQL in ${join(home, 'data')}`
      : 'Database: DATABASE_URL',
  )
  if (applied.length > 0) say(`Migrations applied: ${applied.length}`)

  const origin = config.publicUrl
  if (!asBuilt && !isFresh({ origin, development })) {
    say('Building the pages…')
    await buildPages(origin, development)
  }
  const site = loadSite(join(import.meta.dirname, 'dist'))
  const sandbox = config.sandbox
    ? await (await import('#sandbox/start.ts')).startSandbox({
        ...config.sandbox,
        dataFile: join(home, 'sandbox.json'),
        site: config.publicUrl,
      })
    : null
  const server = await createServer(config, databaseUrl, site, log)
  await server.app.listen({ port: config.port, host: config.host })
  site.started?.()
  const demo = sandbox && (await import('#server/setup/demo.ts'))
  await demo
    ?.prepareDemo(server)
    .catch((cause: unknown) => log.warn({ err: cause }, 'the demonstration data are incomplete'))

  say(`\nQorgan: ${config.publicUrl}`)
  if (demo) {
    say(`Sandbox (virtual phone, people, vehicles): http://localhost:${config.sandbox?.port}`)
    if (server.deps.clock.shifted())
      say(
        `The sandbox's clock stands at ${server.deps.clock.today()}: the tariff tables do not cover the real day.`,
      )
    say(
      'To buy: open the calculator, sign in with the IIN and phone of a person from the sandbox page; the codes are on the virtual phone.',
    )
    const { demoLogins, demoPassword } = await import('#server/setup/demo-accounts.ts')
    say(
      `Sign-in (password ${demoPassword}): ${demoLogins.map(({ iin, who }) => `${who} ${iin}`).join(', ')}`,
    )
  }

  let stopping = false
  // Behind the product that runs already: nobody waits for it.
  if (demo && life)
    void (await import('#server/setup/demo-life.ts'))
      .prepareDemoLife(server, () => stopping)
      .catch((cause: unknown) => {
        if (!stopping) log.warn({ err: cause }, 'the demonstration has fewer sales than it should')
      })
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.close()
    await sandbox?.close()
    await database?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
}

/** Starts everything; ends the process where that fails. */
export const run = (how: Run): Promise<void> =>
  main(how).catch((cause: unknown) => {
    process.stderr.write(
      `${cause instanceof BadConfiguration ? cause.message : cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`,
    )
    process.exit(1)
  })
