import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

const folder = join(import.meta.dirname, 'migrations')
/** Held while the schema or rights in it change. */
export const SCHEMA_LOCK = 72_017_001

export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name))
    .sort()

/**
 * Applies what is missing, each file in its own transaction, once however many processes start
 * together. Returns the names applied. A restored backup wants only those it was taken with.
 */
export async function migrate(
  connections: pg.Pool,
  wanted: readonly string[] = migrationNames(),
): Promise<string[]> {
  const client = await connections.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const known = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map(
        (row) => row.name,
      ),
    )
    for (const name of wanted.filter((each) => !known.has(each))) {
      await client.query('begin')
      try {
        await client.query(readFileSync(join(folder, name), 'utf8'))
        await client.query('insert into migrations (name) values ($1)', [name])
        await client.query('commit')
      } catch (cause) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed`, { cause })
      }
      applied.push(name)
    }
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [SCHEMA_LOCK]).catch(() => {})
    client.release()
  }
}

/**
 * True when the database holds exactly the migrations this build knows, or more (a newer process
 * has been here: expand first).
 */
export async function isMigrated(connections: pg.Pool): Promise<boolean> {
  const { rows: tables } = await connections.query(
    "select from pg_tables where schemaname = 'public' and tablename = 'migrations'",
  )
  if (tables.length === 0) return false
  const { rows } = await connections.query<{ name: string }>('select name from migrations')
  const known = new Set(rows.map((row) => row.name))
  return migrationNames().every((name) => known.has(name))
}
