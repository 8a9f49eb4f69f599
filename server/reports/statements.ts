import { sql } from 'kysely'
import { wayNamed } from '#domain/payment-ways.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { PAGE } from './page.ts'

export async function listed(db: Sql, id?: string) {
  let rows = db.selectFrom('statements')
  if (id) rows = rows.where('statements.id', '=', id)
  const found = await rows
    .leftJoin('judged_statement_rows as line', 'line.statement_id', 'statements.id')
    .select([
      'statements.id',
      'statements.system',
      'statements.file_name',
      'statements.day_from',
      'statements.day_to',
      'statements.row_count',
      'statements.imported_at',
      sql<string>`count(*) filter (where line.verdict not in ('matched', 'known'))`.as('unmatched'),
      sql<string>`coalesce(sum(line.amount) filter (where line.operation = 'payment'), 0)`.as(
        'paid',
      ),
      sql<string>`coalesce(sum(line.amount) filter (where line.operation = 'refund'), 0)`.as(
        'refunded',
      ),
      sql<string>`coalesce(sum(line.fee_tiyn), 0)`.as('fee'),
    ])
    .groupBy('statements.id')
    .orderBy('statements.imported_at', 'desc')
    .limit(PAGE)
    .execute()
  return found.map((row) => ({
    id: row.id,
    system: wayNamed(row.system),
    fileName: row.file_name,
    from: row.day_from,
    to: row.day_to,
    rows: row.row_count,
    unmatched: Number(row.unmatched),
    paid: Number(row.paid),
    refunded: Number(row.refunded),
    fee: Number(row.fee) / 100,
    importedAt: row.imported_at.toISOString(),
  }))
}

export const reportStatements = handle('reportStatements', async (_ask, { db }) =>
  ok(await listed(db)),
)
