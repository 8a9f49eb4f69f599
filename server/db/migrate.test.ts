import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { sharedTestApp } from '#tests/test-app.ts'
import { onDatabase } from './connect.ts'
import { DatabaseTooOld, isMigrated, migrate, migrationNames } from './migrate.ts'

const at = sharedTestApp()

/** A database that has nothing but the names of the migrations it has had. */
async function withNames(names: readonly string[]): Promise<pg.Pool> {
  const name = `history_${names.length}_${process.pid}`
  await sql.raw(`create database ${name}`).execute(at().db)
  const connections = new pg.Pool({
    connectionString: onDatabase(at().databaseUrl, name),
    max: 1,
  })
  await connections.query(
    'create table migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  await connections.query('insert into migrations (name) select unnest($1::text[])', [names])
  return connections
}

const beginning = () => migrationNames().filter((name) => name < '299')

test('a database with the last schema before the beginning is adopted: nothing is made twice', async () => {
  const connections = await withNames(['001-start.sql', '290-token-of-a-claim.sql'])
  try {
    expect(await migrate(connections, beginning())).toEqual([])
    const { rows } = await connections.query<{ name: string }>(
      'select name from migrations order by name',
    )
    expect(rows.map(({ name }) => name)).toEqual([
      '001-start.sql',
      '290-token-of-a-claim.sql',
      ...beginning(),
    ])
    expect(await migrate(connections, beginning())).toEqual([])
  } finally {
    await connections.end()
  }
})

test('an older one is refused before anything is written', async () => {
  const connections = await withNames([
    '001-start.sql',
    '150-contracts.sql',
    '244-closing-is-heard-of.sql',
  ])
  try {
    await expect(migrate(connections)).rejects.toThrow(DatabaseTooOld)
    expect(await isMigrated(connections)).toBe(false)
    const { rows } = await connections.query('select from migrations')
    expect(rows).toHaveLength(3)
  } finally {
    await connections.end()
  }
})
