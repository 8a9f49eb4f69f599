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

/**
 * What stands in one of two and not in the other, in words; empty when nothing was lost and nothing
 * was added.
 */
export function differences(taken: Proof, restored: Proof): string[] {
  const names = [...new Set([...Object.keys(taken.tables), ...Object.keys(restored.tables)])].sort()
  const wrong = names.flatMap((name) => {
    const [before, after] = [taken.tables[name], restored.tables[name]]
    if (!before || !after)
      return [`${name}: only ${before ? 'in the backup' : 'in the restored database'}`]
    if (before.rows !== after.rows)
      return [`${name}: ${before.rows} rows taken, ${after.rows} restored`]
    return before.digest === after.digest ? [] : [`${name}: rows differ`]
  })
  const kinds = [...new Set([...Object.keys(taken.ledger), ...Object.keys(restored.ledger)])].sort()
  return [
    ...wrong,
    ...kinds.flatMap((kind) =>
      taken.ledger[kind] === restored.ledger[kind]
        ? []
        : [
            `ledger, ${kind}: ${taken.ledger[kind] ?? 0} tenge taken, ${restored.ledger[kind] ?? 0} restored`,
          ],
    ),
  ]
}
