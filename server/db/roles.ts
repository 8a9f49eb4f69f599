import type pg from 'pg'
import { SCHEMA_LOCK } from './migrate.ts'

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
/** What the processes may look at and not write. */
const onlyRead = ['migrations']

/**
 * Whether the role of this connection may change the schema: then the process migrates by itself.
 */
export async function mayChangeSchema(connection: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ may: boolean }>(
    "select has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may",
  )
  return rows[0]?.may ?? false
}

/**
 * Gives the role the rights a process needs, and takes away what it had beyond them. The role must
 * be there. Run again after each migration.
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
