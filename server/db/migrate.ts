import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

const folder = join(import.meta.dirname, 'migrations')
/** Held while the schema or rights in it change. */
export const SCHEMA_LOCK = 72_017_001

/**
 * History begins with the eight files 291 to 298, which make the schema whole. The last file of
 * the history before them: a database that has it holds the same schema (their dumps were equal).
 */
const LAST_BEFORE = '290-token-of-a-claim.sql'
/** A file of the history before, which stays among the names of a database that had it. */
export const isBeforeBeginning = (name: string): boolean => name <= LAST_BEFORE
const isOfBeginning = (name: string): boolean => /^29[1-8]-/.test(name)

/**
 * The database has a schema this build cannot upgrade; the message tells the operator the way on.
 */
export class DatabaseTooOld extends Error {}

/** Names to write down without running them: a database of the history before is adopted. */
function adopted(known: ReadonlySet<string>): string[] {
  if (![...known].some(isBeforeBeginning)) return []
  if (!known.has(LAST_BEFORE))
    throw new DatabaseTooOld(
      `the database is older than the oldest schema that is brought up to date (${LAST_BEFORE}): start the version before this one on it first`,
    )
  return migrationNames().filter((name) => isOfBeginning(name) && !known.has(name))
}

export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name))
    .sort()

/**
 * Applies missing migrations, each file in its own transaction, once however many processes start
 * together. Returns the names applied. A restored backup wants only those it was made with.
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
    for (const name of adopted(known)) {
      await client.query('insert into migrations (name) values ($1) on conflict do nothing', [name])
      known.add(name)
    }
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

/**
 * Rights in the database. The owner's role makes the schema (`npm run migrate`); the processes may
 * run under a role that reads and writes rows and nothing else, so that what gets into a process
 * can neither change the schema nor the books (OWASP ASVS 5.0, 13.2.2).
 */

/**
 * Tables that only grow: money and the audit log. Locking the latter while it is sealed is all that
 * is allowed beside it.
 */
const onlyGrow = ['ledger', 'audit', 'audit_seals']
/** Tables the processes may read but not write. */
const onlyRead = ['migrations']

/** Checks if this connection's role may change the schema: then the process migrates by itself. */
export async function mayChangeSchema(connection: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ may: boolean }>(
    "select has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may",
  )
  return rows[0]?.may ?? false
}

/**
 * Grants the role the rights a process needs, and revokes all others. The role must exist. Run
 * again after each migration.
 */
export async function grantToProcesses(connections: pg.Pool, role: string): Promise<void> {
  const client = await connections.connect()
  const to = client.escapeIdentifier(role)
  const names = (tables: readonly string[]) =>
    tables.map((table) => `public.${client.escapeIdentifier(table)}`).join(', ')
  try {
    await client.query('begin')
    // Several machines may start together: two changes of the same rights at once are an error of
    // PostgreSQL.
    await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    await client.query('revoke create on schema public from public')
    for (const schema of ['public', 'pgboss']) {
      await client.query(`grant usage on schema ${schema} to ${to}`)
      await client.query(
        `grant select, insert, update, delete on all tables in schema ${schema} to ${to}`,
      )
      await client.query(`grant usage, select on all sequences in schema ${schema} to ${to}`)
      await client.query(`grant execute on all functions in schema ${schema} to ${to}`)
    }
    await client.query(`revoke update, delete on ${names(onlyGrow)} from ${to}`)
    await client.query(`grant maintain on ${names(onlyGrow)} to ${to}`)
    await client.query(`revoke insert, update, delete on ${names(onlyRead)} from ${to}`)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw cause
  } finally {
    client.release()
  }
}
