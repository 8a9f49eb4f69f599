import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedTables } from '#domain/ogpo/tables-file.ts'
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
  if (process.env.TABLES_OF_LATER_YEARS) await addTables(template)
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

/**
 * For `npm run test:days`: the years that the product's file does not know yet, until the one after
 * this, have the figures of its last one.
 */
async function addTables(template: pg.Pool): Promise<void> {
  const last = seedTables().at(-1)
  if (!last) return
  const known = Number(last.effectiveTo.slice(0, 4))
  for (let year = known + 1; year <= new Date().getUTCFullYear() + 1; year += 1) {
    const tables = {
      ...last,
      version: `ogpo-${year}/of the tests`,
      effectiveFrom: `${year}-01-01`,
      effectiveTo: `${year}-12-31`,
    }
    await template.query(
      'insert into tariff_tables (version, effective_from, effective_to, data, source) values ($1, $2, $3, $4, $5)',
      [tables.version, tables.effectiveFrom, tables.effectiveTo, JSON.stringify(tables), 'tests'],
    )
  }
}
