import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { databaseLimits } from '../settings/time-limits.ts'
import { installBinaries } from './binaries.ts'
import { alreadyServed, initialise, type Owner, prepareFolder } from './embedded-folder.ts'
import { argumentsOf, launched, over, ready } from './embedded-process.ts'

/**
 * The real PostgreSQL server from npm, started by us when DATABASE_URL is not set. It listens on a
 * Unix socket in its own folder (on Windows on a random loopback port), runs as `nobody` when we
 * are root, is started again when it ends by itself, and is stopped by a watchdog when we die,
 * however we die.
 */
export type Embedded = { url: string; stop(): Promise<void> }

const UNIX_SOCKET_LIMIT = 107
/**
 * Where data live by default: the user's data folder; as root a system folder that others may
 * traverse.
 */
export function defaultHome(): string {
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'qorgan')
  if (process.getuid?.() === 0) return '/var/lib/qorgan'
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'qorgan')
}

/**
 * PostgreSQL refuses to run as root: then `nobody` owns the server, as the system's own user list
 * gives it.
 */
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
  // As root another user owns the server, and uploads that were kept there before any database have
  // made the folder above private.
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
