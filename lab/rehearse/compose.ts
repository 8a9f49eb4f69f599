import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SITE } from './settings.ts'

/** Docker as the rehearsal speaks to it: its passwords, its folder, its files. */

export const root = join(import.meta.dirname, '..', '..')
export const folder = mkdtempSync(join(tmpdir(), 'qorgan-rehearsal-'))
export const inFolder = (name: string) => join(folder, name)
const files = ['deploy/compose.yaml', 'deploy/compose.failover.yaml', 'lab/rehearse/compose.yaml']
export const secret = () => randomBytes(24).toString('base64url')
const passwords = {
  PGPASSWORD: secret(),
  PROCESS_PASSWORD: secret(),
  SUPERUSER_PASSWORD: secret(),
  REPLICATION_PASSWORD: secret(),
  REWIND_PASSWORD: secret(),
}
export const environment = {
  ...process.env,
  ...passwords,
  SITE,
  REHEARSAL: folder,
  ESBD_USERS_1: `1/1-a:${secret()}`,
  ESBD_USERS_2: `1/1-b:${secret()}`,
  ESBD_USERS_3: `1/1-c:${secret()}`,
}
export const owner = `postgres://qorgan:${passwords.PGPASSWORD}@database`
/** A restore puts rows in whatever their order, which only a superuser may. */
export const superuser = `postgres://postgres:${passwords.SUPERUSER_PASSWORD}@database`
const RUN_LIMIT_MS = 1_800_000

const run = promisify(execFile)
/** Runs docker with these words; what it printed. */
export async function docker(...given: string[]): Promise<string> {
  const { stdout } = await run('docker', given, {
    cwd: root,
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
    timeout: RUN_LIMIT_MS,
  })
  return stdout.trim()
}
export const overlays = files.flatMap((file) => ['-f', file])
/** `docker compose` over the files of the rehearsal. */
export const compose = (...given: string[]) =>
  docker(
    'compose',
    '--progress',
    'quiet',
    '--project-name',
    'qorgan-rehearsal',
    ...overlays,
    ...given,
  )
