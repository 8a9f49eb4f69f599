import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { startSandbox } from '#sandbox/start.ts'
import { bundle } from '../../program/bundle.ts'
import { copyOfTemplate, DAY, onDatabase } from '../database.ts'
import { calls, control, freePort, until } from '../http.ts'

let made: Promise<string> | null = null

/**
 * The product's process of these tests as one file, made once in a run: a hundred and more of them
 * are started, and to look up a thousand modules was half of what a start costs. It
 * is bundled as `npm start` is.
 */
const bundled = (): Promise<string> => (made ??= bundleOnce())

async function bundleOnce(): Promise<string> {
  const folder = inject('processFolder')
  const [work, made] = [join(folder, 'under-way'), join(folder, 'made')]
  const file = join(made, 'server-process.mjs')
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  try {
    mkdirSync(work)
  } catch {
    // Another worker makes it: each would take the processor for some four seconds.
    await until(
      async () => existsSync(work),
      (isUnderWay) => !isUnderWay,
    )
    return bundleOnce()
  }
  try {
    // It may have come between the two looks.
    if (!existsSync(file)) {
      await bundle(
        {
          'server-process': 'tests/chaos/server-process.ts',
          'maker-process': 'documents/maker-process.ts',
        },
        work,
      )
      renameSync(work, made)
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return file
}

/**
 * One process of the product. `died` resolves with the signal that ended it; `stop` asks it to
 * leave and resolves with its exit code.
 */
export type Process = {
  died: Promise<NodeJS.Signals | null>
  alive(): boolean
  kill(): void
  stop(): Promise<number | null>
}

/**
 * A cluster for processes that die: one database, one sandbox that lives in the test and so
 * remembers everything, and as many addresses as processes are wanted. An address may be started
 * again after its process died.
 */
async function cluster(addresses: number) {
  const name = `t_${randomBytes(6).toString('hex')}`
  const root = inject('databaseUrl')
  await once(root, copyOfTemplate(name))
  const databaseUrl = onDatabase(root, name)
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, baseTime: DAY })
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  // The database is dropped with whoever is still connected.
  db.on('error', () => {})
  const filesDir = join(tmpdir(), name)
  const entry = await bundled()
  const started = new Set<ChildProcess>()
  const ports: number[] = []
  while (ports.length < addresses) ports.push(await freePort())

  const start = async (
    stopAt: string | null = null,
    at = 0,
    settings: Record<string, string> = {},
  ): Promise<Process> => {
    const port = ports[at] ?? 0
    const child = spawn(process.execPath, [entry], {
      // Its standard input ends with this process, and it with that: no test leaves one behind.
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: databaseUrl,
        DATABASE_POOL: '8',
        PORT: String(port),
        // Equal processes say the same address to the world.
        PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
        SANDBOX_PORT: new URL(sandbox.url).port,
        SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
        SANDBOX_ANTIVIRUS_PORT: String(sandbox.antivirusPort),
        LOG_LEVEL: process.env.TEST_LOG ?? 'error',
        FILES_DIR: filesDir,
        ...(stopAt ? { STOP_AT: stopAt } : {}),
        ...settings,
      },
    })
    started.add(child)
    let said = ''
    const died = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('exit', (_code, signal) => resolve(signal)),
    )
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          said = (said + chunk.toString()).slice(-4_000)
          if (process.env.TEST_LOG) process.stderr.write(chunk)
          if (said.includes('ready\n')) resolve()
        })
    })
    // A stop may come while the process is still starting, when work of an earlier one waits for
    // it.
    const end = await Promise.race([ready, died])
    if (end === null) throw new Error(`the process did not start: ${said}`)
    return {
      died,
      alive: () => child.exitCode === null && child.signalCode === null,
      kill: () => void child.kill('SIGKILL'),
      stop: async () => {
        child.kill('SIGTERM')
        await died
        return child.exitCode
      },
    }
  }

  return {
    start,
    world: sandbox.world,
    sandboxUrl: sandbox.url,
    at: ports.map((port) => calls(`http://127.0.0.1:${port}`)),
    ...control(sandbox),
    rows: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await db.query<Row>(text, values)).rows,
    close: async () => {
      for (const child of started) child.kill('SIGKILL')
      await Promise.all(
        [...started].map(async (child) => {
          if (child.exitCode === null && child.signalCode === null)
            await new Promise((resolve) => child.once('exit', resolve))
        }),
      )
      await db.end()
      await sandbox.close()
      rmSync(filesDir, { recursive: true, force: true })
      await once(root, `drop database if exists ${name} with (force)`)
    },
  }
}
export type Cluster = Omit<Awaited<ReturnType<typeof cluster>>, 'close'>

/** Builds a cluster, works in it and takes it down whatever happened. */
export async function inCluster(
  addresses: number,
  work: (place: Cluster) => Promise<void>,
): Promise<void> {
  const { close, ...place } = await cluster(addresses)
  try {
    await work(place)
  } finally {
    await close()
  }
}

async function once(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
