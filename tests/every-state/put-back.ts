import { sql } from 'kysely'
import type { Sql } from '#server/db/connect.ts'

/** What grows with every call and decides nothing of the next one. */
const grows = [
  'audit',
  'operation_quarters',
  'outside_calls',
  'positions',
  'promoter_failures',
  'rate_limits',
  'refused_sales',
  'slow_answers',
]

/**
 * Keeps the rows of every table and puts back those that a call has changed: each act is tried on
 * the state it is asked about and not on what the act before it left.
 */
export async function keptRows(db: Sql) {
  const { rows: columns } = await sql<{ table: string; columns: string }>`
    select c.table_name as table, string_agg(quote_ident(c.column_name), ', ') as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    group by 1`.execute(db)
  const of = new Map(columns.map(({ table, columns: names }) => [table, names]))
  await sql`create schema kept`.execute(db)
  await sql`create table kept.changed (name text not null)`.execute(db)
  await sql`create function kept.note() returns trigger language plpgsql as $$
    begin insert into kept.changed values (tg_table_name); return null; end $$`.execute(db)
  for (const table of of.keys()) {
    if (grows.includes(table)) continue
    await sql`create table ${sql.id('kept', `the_${table}`)} as table ${sql.table(table)}`.execute(
      db,
    )
    await sql`create trigger kept_note after insert or update or delete on ${sql.table(table)}
      for each statement execute function kept.note()`.execute(db)
  }
  /** Without triggers and foreign keys: rows go and come in any order. */
  const freely = (work: (own: Sql) => Promise<unknown>) =>
    db.connection().execute(async (own) => {
      await sql`set session_replication_role = replica`.execute(own)
      try {
        await work(own)
      } finally {
        await sql`set session_replication_role = origin`.execute(own)
      }
    })
  /** Puts changed rows back, and those of a table that was changed freely. */
  async function putBack(also?: string): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      with gone as (delete from kept.changed returning name) select distinct name from gone
      union select ${also ?? null}::text where ${also ?? null}::text is not null`.execute(db)
    if (rows.length === 0) return
    await freely(async (own) => {
      for (const { name } of rows) {
        await sql`delete from ${sql.table(name)}`.execute(own)
        await sql`insert into ${sql.table(name)} (${sql.raw(of.get(name) ?? '')}) overriding system value
          select ${sql.raw(of.get(name) ?? '')} from ${sql.id('kept', `the_${name}`)}`.execute(own)
      }
    })
  }
  return { putBack, freely }
}
