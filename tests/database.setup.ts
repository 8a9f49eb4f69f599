import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { queue } from '#server/jobs/queue.ts'
import { seed } from '#server/setup/seed.ts'
import { createLog } from '#server/telemetry/log.ts'
import { onDatabase, TEMPLATE } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

/** What the server's data may need at most, with room to spare for everybody else, bytes. */
const ROOM_IN_MEMORY = 6 * 1024 ** 3

/**
 * One real PostgreSQL for the whole run, with a migrated and seeded template that every test
 * copies.
 */
export default async function setup(project: TestProject) {
  const given = process.env.DATABASE_URL
  // As root the server runs as another user, who must be able to enter the folder.
  const home = given
    ? null
    : mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-'))
  const memory = home ? folderInMemory() : null
  // Tests end processes, PostgreSQL's too, and never the machine: what the kernel was given stands,
  // and nobody waits for the disk.
  const server = home
    ? await startEmbedded({
        home,
        name: join(memory ?? home, 'data'),
        settings: { max_connections: '300', fsync: 'off' },
      })
    : null
  const url = given ?? server?.url ?? ''
  const admin = new pg.Pool({ connectionString: url, max: 1 })
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = new pg.Pool({ connectionString: onDatabase(url, TEMPLATE), max: 2 })
  await migrate(template)
  await seed(template)
  await template.end()
  const jobs = await queue(onDatabase(url, TEMPLATE), createLog('silent'), 4)
  await jobs.stop()
  project.provide('databaseUrl', url)
  return async () => {
    await server?.stop()
    for (const folder of [home, memory])
      if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A folder in memory for the server's data, null where there is none or little room. The suite
 * makes and drops hundreds of databases of 13 MB and 700 files each: on a disk's file system the
 * kernel spends 0.3 s of a core on one, in memory 0.03 s.
 */
function folderInMemory(): string | null {
  const memory = '/dev/shm'
  if (process.platform !== 'linux' || !existsSync(memory)) return null
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < ROOM_IN_MEMORY) return null
  const folder = mkdtempSync(join(memory, 'qorgan-'))
  chmodSync(folder, 0o755)
  return folder
}
