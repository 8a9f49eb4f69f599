import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { pool } from '../../../server/db/connect.ts'
import { startEmbedded } from '../../../server/db/embedded.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { seed } from '../../../server/setup/seed.ts'
import { freePort } from '../../../tests/http.ts'
import { carsOf, synthetic } from '../data/people.ts'
import { OutsideJournal } from './accounting.ts'
import { apart, type Cores } from './apart.ts'
import { cpuOf, cpuOfFamily, familyOf, rssOf } from './cpu.ts'
import { type Load, Report } from './load.ts'
import { stressDay } from './mix.ts'
import { pooler } from './pooler.ts'
import { serverProgram, settingsOfStart } from './program.ts'

const BUYERS = 600
const here = (name: string) => join(import.meta.dirname, name)
const Told = z.union([
  z.object({ liveMb: z.number() }),
  z.object({
    memory: z.object({
      rss: z.number(),
      heapTotal: z.number(),
      heapUsed: z.number(),
      external: z.number(),
    }),
  }),
])
const Outside = z.object({ sandboxUrl: z.string(), smtpPort: z.number(), door: z.string() })
/**
 * Milliseconds that half of the outside calls take less than, and the shares of those that fail.
 */
const networks = { delayMs: 80, failures: { unavailable: 0.002, cut: 0.0005, silent: 0.0002 } }
/**
 * Of the unified database: at 80 ms a call every user gives some ten calls a second, and the whole
 * day asks for some 1,500.
 */
const USERS_EACH = 128
/** How often memory is looked at while a share is lived. */
const PARTS = 10

/** What a process holds, in bytes, as Node tells it. */
type Memory = Extract<z.infer<typeof Told>, { memory: unknown }>['memory']
type Host = ReturnType<ReturnType<typeof apart>['host']>
export type Country = Awaited<ReturnType<typeof country>>

/**
 * A whole country on this machine, every part in a process of its own: PostgreSQL, the outside
 * world, as many equal processes of the product as are wanted, and the clients. `fill` puts rows
 * into the database before anything starts; `pooled`: with PgBouncer before it. With `cores` each
 * process of the product and the clients stand on a host of their own, and every part has the cores
 * it is given.
 */
export async function country(of: {
  processes: number
  seed: number
  profile?: boolean
  pooled?: boolean
  cores?: Cores
  fill?: (client: pg.Client, folder: string) => Promise<void>
}) {
  const home = mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-day-'))
  const hosts = of.cores ? apart() : null
  const database = await startEmbedded({
    home,
    ...(hosts ? { settings: { listen_addresses: hosts.home } } : {}),
  })
  const connections = pool(database.url, 2)
  await migrate(connections)
  await seed(connections)
  const sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set statement_timeout = 0')
  await of.fill?.(sql, home)
  const postmaster = Number(
    readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  if (hosts && of.cores) {
    appendFileSync(join(home, 'data', 'pg_hba.conf'), `host all all ${hosts.network} trust\n`)
    await sql.query('select pg_reload_conf()')
    hosts.limit('database', familyOf(postmaster), of.cores.database)
  }
  const buyers = await withTokens(sql)
  const started: ChildProcess[] = []
  const child = (
    name: string,
    args: string[],
    part: Exclude<keyof Cores, 'database'>,
    { host, execArgv = [], ...options }: Parameters<typeof fork>[2] & { host?: Host | null } = {},
  ) => {
    const [execPath, ...before] = host ? [...host.begins, process.execPath] : [process.execPath]
    const made = fork(name, args, {
      ...options,
      execPath,
      execArgv: [...before, ...execArgv],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    started.push(made)
    if (hosts && of.cores) hosts.limit(`${part}-${started.length}`, [made.pid ?? 0], of.cores[part])
    return made
  }

  const pooled = of.pooled ? await pooler(database.url, home) : null
  if (pooled) started.push(pooled.process)
  const program = await serverProgram()
  const outside = child(
    here('outside.ts'),
    [JSON.stringify({ buyers: BUYERS, seed: of.seed, ...networks, host: hosts?.home })],
    'outside',
  )
  const [told] = await once(outside, 'message')
  const { sandboxUrl, smtpPort, door } = Outside.parse(told)
  const urls: string[] = []
  const servers: ChildProcess[] = []
  /** Heap that lived on after each full collection, in their order. */
  const collected: { pid: number; liveMb: number }[] = []
  const held = new Map<number, Memory>()
  for (let at = 0; at < of.processes; at += 1) {
    const port = await freePort()
    const users = Array.from({ length: USERS_EACH }, (_, n) => `1/1-day${at}x${n}:sandbox`).join(
      ',',
    )
    const host = hosts?.host(at + 1) ?? null
    const address = host?.address ?? '127.0.0.1'
    const server = child(program.file, [], 'ours', {
      host,
      execArgv: [
        ...settingsOfStart(),
        ...(of.profile
          ? ['--cpu-prof', `--cpu-prof-dir=${join(tmpdir(), 'qorgan-profiles')}`]
          : []),
      ],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: host ? '0.0.0.0' : '127.0.0.1',
        PUBLIC_URL: urls[0] ?? `http://${address}:${port}`,
        DATABASE_URL: hosts
          ? `postgres://postgres@${hosts.home}:5432/postgres`
          : (pooled?.url ?? database.url),
        SANDBOX_PORT: new URL(sandboxUrl).port,
        SANDBOX_SMTP_PORT: String(smtpPort),
        ESBD_ADDRESSES: `${door}/esbd/IICWebService.asmx`,
        ESBD_USERS: users,
        GKB_ADDRESS: `${door}/gkb`,
        SHEP_ADDRESS: `${door}/shep`,
        SCORING_ADDRESS: door,
        FILES_DIR: join(home, 'files'),
        CHECK_REPLIES: 'off',
        TIMINGS: 'production',
        LOAD_SHEDDING: process.env.LOAD_SHEDDING ?? 'on',
      },
    })
    await Promise.race([
      once(server, 'message'),
      once(server, 'exit').then(() => Promise.reject(new Error('the product did not start'))),
    ])
    urls.push(`http://${address}:${port}`)
    servers.push(server)
    server.on('message', (message) => {
      const told = Told.parse(message)
      if ('liveMb' in told) collected.push({ pid: server.pid ?? 0, ...told })
      else held.set(server.pid ?? 0, told.memory)
    })
  }
  /** Processor seconds of every part, and how many transactions have written. */
  const measure = async () => {
    const { rows } = await sql.query<{ writes: string }>(
      'select pg_current_xact_id()::text as writes',
    )
    return {
      at: performance.now(),
      servers: servers.map(({ pid = 0 }) => cpuOfFamily(pid)),
      outside: cpuOf(outside.pid ?? 0),
      database: cpuOfFamily(postmaster) + (pooled ? cpuOf(pooled.process.pid ?? 0) : 0),
      writes: Number(rows[0]?.writes),
    }
  }

  /** So many seconds of a share of the stress day; what the clients saw, and what it cost. */
  const live = async (factor: number, seconds: number, warmSeconds: number) => {
    const clients = child(here('clients.ts'), [], 'clients', { host: hosts?.host(0) ?? null })
    const { contracts, calculations, polls, pages } = stressDay
    const load: Load = {
      urls,
      buyers,
      perSecond: {
        contracts: contracts * factor,
        calculations: calculations * factor,
        polls: polls * factor,
        pages: pages * factor,
      },
      seconds: seconds + warmSeconds,
      warmSeconds,
      seed: of.seed,
    }
    clients.send(load)
    await new Promise((resolve) => setTimeout(resolve, warmSeconds * 1_000))
    const before = { ...(await measure()), clients: cpuOf(clients.pid ?? 0) }
    collected.length = 0
    const memory = servers.map(({ pid = 0 }): number[] => [rssOf(pid)])
    for (let part = 0; part < PARTS; part += 1) {
      await new Promise((resolve) => setTimeout(resolve, (seconds / PARTS) * 1_000))
      for (const [at, { pid = 0 }] of servers.entries()) memory[at]?.push(rssOf(pid))
    }
    const live = servers.map(({ pid }) =>
      collected.filter((one) => one.pid === pid).map(({ liveMb }) => liveMb),
    )
    const after = { ...(await measure()), clients: cpuOf(clients.pid ?? 0) }
    for (const server of servers) server.send('memory')
    const [message] = await once(clients, 'message')
    const holds = servers.flatMap(({ pid = 0 }) => held.get(pid) ?? [])
    return { factor, seconds, before, after, memory, live, holds, ...Report.parse(message) }
  }

  return {
    sql,
    urls,
    buyers,
    measure,
    live,
    journal: async (): Promise<OutsideJournal> => {
      outside.send('journal')
      const [message] = await once(outside, 'message')
      return OutsideJournal.parse(z.object({ journal: z.unknown() }).parse(message).journal)
    },
    close: async () => {
      for (const server of servers) {
        server.send('close')
        await once(server, 'exit')
      }
      for (const process of started) process.kill()
      await sql.end()
      await connections.end()
      await database.stop()
      hosts?.close()
      program.remove()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/**
 * Buyers the outside knows, each with a token that may buy, as if their code had just been right.
 */
async function withTokens(sql: pg.Client): Promise<Load['buyers']> {
  const buyers = Array.from({ length: BUYERS }, (_, n) => {
    const { iin, phone, email } = synthetic(n)
    const cars = carsOf(n, BUYERS).map(({ plate, techPassport }) => ({ plate, techPassport }))
    return { iin, phone, email, cars, token: randomBytes(32).toString('base64url') }
  })
  for (const { iin, phone, token } of buyers)
    await sql.query(
      `insert into tokens (hash, kind, iin, phone, created_at, used_at, expires_at)
       values ($1, 'purchase', $2, $3, '2026-11-20T06:00:00Z', '2026-11-20T06:00:00Z', '2026-11-21T06:00:00Z')`,
      [createHash('sha256').update(token).digest(), iin, phone],
    )
  return buyers
}
