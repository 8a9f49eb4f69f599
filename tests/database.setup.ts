import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/setup/seed.ts'
import { onDatabase, TEMPLATE } from './database.ts'
import { folderForDatabase } from './folder.ts'
import { startOnce } from './template-start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    /** Where the workers find the product's process as one file, once one of them has made it. */
    processFolder: string
  }
}

/**
 * One real PostgreSQL for the whole run, with a migrated and seeded template that every test
 * copies; the product stood on it once.
 */
export default async function setup(project: TestProject) {
  const given = process.env.DATABASE_URL
  const home = given ? null : folderForDatabase('qorgan-')
  // Tests end processes, PostgreSQL's too, and never the machine: what the kernel was given stands,
  // and nobody waits for the disk.
  const server = home
    ? await startEmbedded({ home, settings: { max_connections: '1000', fsync: 'off' } })
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
  await startOnce(onDatabase(url, TEMPLATE))
  project.provide('databaseUrl', url)
  // In the repository, where what is not bundled is found.
  const processFolder = join(
    import.meta.dirname,
    `../node_modules/.cache/qorgan-process/${process.pid}`,
  )
  rmSync(processFolder, { recursive: true, force: true })
  project.provide('processFolder', processFolder)
  return async () => {
    rmSync(processFolder, { recursive: true, force: true })
    await server?.stop()
    if (home) rmSync(home, { recursive: true, force: true })
  }
}
