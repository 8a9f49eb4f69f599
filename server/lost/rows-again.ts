import { sql } from 'kysely'
import type { Sql, Tx } from '../db/connect.ts'
import type { CopiedRow } from '../products/product.ts'

/** Rows of a table as JSON, by a condition on it. */
export async function rowsOf(
  db: Sql,
  table: string,
  where: ReturnType<typeof sql<boolean>>,
): Promise<CopiedRow[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(${sql.table(table)}) as row from ${sql.table(table)} where ${where}`.execute(db)
  return rows.map(({ row }) => ({ table, row }))
}

/**
 * Writes a row again. One that is there stays as it is with `ifThere: 'keep'`; otherwise it, or
 * another one that contradicts it, is thrown by the database. Columns of newer releases get their
 * defaults.
 */
export async function writeAgain(
  tx: Tx,
  { table, row }: CopiedRow,
  ifThere: 'keep' | 'throw',
): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const keep = ifThere === 'keep' ? sql`on conflict do nothing` : sql``
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)
    ${keep}`.execute(tx)
}
