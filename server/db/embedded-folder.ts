import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

export type Owner = { uid: number; gid: number } | null

export function prepareFolder(data: string, owner: Owner) {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (owner) chownSync(data, owner.uid, owner.gid)
  if (existsSync(join(data, 'PG_VERSION'))) return
  // initdb wants an empty folder; what an interrupted first start left there is worth nothing.
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  if (owner) chownSync(data, owner.uid, owner.gid)
}

export function initialise(
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
export async function alreadyServed(data: string): Promise<string | null> {
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

export async function answers(url: string): Promise<boolean> {
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
