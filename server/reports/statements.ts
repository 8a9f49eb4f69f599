import { sql } from 'kysely'
import type { Sql } from '../db/connect.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { PAGE } from './page.ts'

const systems = ['mobile_bank', 'card'] as const

export async function listed(db: Sql, id?: string) {
  let rows = db.selectFrom('statements')
  if (id) rows = rows.where('statements.id', '=', id)
  const found = await rows
    .leftJoin('statement_rows as line', 'line.statement_id', 'statements.id')
    .select([
      'statements.id',
      'statements.system',
      'statements.file_name',
      'statements.day_from',
      'statements.day_to',
      'statements.row_count',
      'statements.imported_at',
      sql<string>`count(*) filter (where line.verdict <> 'matched')`.as('unmatched'),
      sql<string>`coalesce(sum(line.amount) filter (where line.operation = 'payment'), 0)`.as(
        'paid',
      ),
      sql<string>`coalesce(sum(line.amount) filter (where line.operation = 'refund'), 0)`.as(
        'refunded',
      ),
      sql<string>`coalesce(sum(line.fee), 0)`.as('fee'),
    ])
    .groupBy('statements.id')
    .orderBy('statements.imported_at', 'desc')
    .limit(PAGE)
    .execute()
  return found.map((row) => ({
    id: row.id,
    system: systems.find((system) => system === row.system) ?? 'card',
    fileName: row.file_name,
    from: row.day_from,
    to: row.day_to,
    rows: row.row_count,
    unmatched: Number(row.unmatched),
    paid: Number(row.paid),
    refunded: Number(row.refunded),
    fee: Number(row.fee),
    importedAt: row.imported_at.toISOString(),
  }))
}

export const reportStatements = handle('reportStatements', async (_ask, { db }) =>
  ok(await listed(db)),
)

const verdicts = ['matched', 'unknown', 'amount_differs', 'not_in_our_books', 'repeated'] as const
/** Unmatched lines come first, then by number. */
export const reportStatementRows = handle('reportStatementRows', async ({ id, after }, { db }) => {
  const known = await db
    .selectFrom('statements')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw notFound()
  const [matched, line] = /^([01])-(\d{1,9})$/.exec(after ?? '')?.slice(1) ?? ['0', '0']
  const rows = await db
    .selectFrom('statement_rows')
    .selectAll()
    .select(sql<number>`(verdict = 'matched')::int`.as('last'))
    .where('statement_id', '=', id)
    .where(sql<boolean>`((verdict = 'matched')::int, line) > (${Number(matched)}, ${Number(line)})`)
    .orderBy(sql`(verdict = 'matched')::int`)
    .orderBy('line')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return {
    ...ok(
      shown.map((row) => ({
        line: row.line,
        day: row.day,
        operation: row.operation === 'refund' ? ('refund' as const) : ('payment' as const),
        key: row.key,
        outsideId: row.outside_id,
        amount: row.amount,
        fee: row.fee,
        verdict: verdicts.find((verdict) => verdict === row.verdict) ?? 'unknown',
      })),
    ),
    next: rows.length > PAGE && last ? `${last.last}-${last.line}` : null,
  }
})
