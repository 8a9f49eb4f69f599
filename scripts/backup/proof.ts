import type pg from 'pg'
import type { Proof } from './records.ts'

/**
 * How values are written, wherever the session comes from: text is what is copied and what is
 * summed.
 */
export const PLAIN_SESSION = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0`

export type Table = { name: string; columns: string[] }

/**
 * Tables of ours and of the queue that a backup holds, with the columns that are stored as they are
 * given. Left out are tables whose rows may be forgotten (unlogged: marks of requests under way,
 * counters of limits).
 */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select coalesce(array_agg(quote_ident(a.attname) order by a.attnum), '{}') from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'pgboss') order by 1`,
  )
  return rows
}

/** Rows and sums of everything, as the client's transaction sees it. */
export async function proofOf(client: pg.ClientBase): Promise<Proof> {
  const tables: Proof['tables'] = {}
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query<{ rows: string; digest: string }>(
      `select count(*) as rows, coalesce(sum(hashtextextended(each_row::text, 0)), 0)::text as digest from ${name} as each_row`,
    )
    const [found] = rows
    tables[name] = { rows: Number(found?.rows), digest: found?.digest ?? '' }
  }
  const ledger = await client.query<{ kind: string; sum: string }>(
    'select kind, sum(amount) as sum from ledger group by kind order by kind',
  )
  const sequences = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname in ('public', 'pgboss') and last_value is not null order by 1`,
  )
  return {
    tables,
    ledger: Object.fromEntries(ledger.rows.map(({ kind, sum }) => [kind, Number(sum)])),
    sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value])),
  }
}
