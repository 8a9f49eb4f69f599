import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import { doneVerdicts, statementSystem } from '#domain/statement.ts'
import { formats } from '#domain/statements/line.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { PAGE } from './reports.ts'

/** Unsettled lines are unmatched, as in the reconciliation; a postponement may be over. */
const isOpen = (today: Day) => sql`line.verdict not in (${sql.join(doneVerdicts)})
  and not exists (select from settled_differences as settled where settled.kind = 'statement_unmatched'
    and settled.key = line.statement_id || ':' || line.line and settled.undone_at is null
    and (settled.wait_until is null or settled.wait_until >= ${today}))`

/** The statements, the newest first, or one of them. */
export async function listed(db: Sql, today: Day, id?: string) {
  let rows = db.selectFrom('statements')
  if (id) rows = rows.where('statements.id', '=', id)
  const found = await rows
    .leftJoin('judged_lines as line', 'line.statement_id', 'statements.id')
    .select([
      'statements.id',
      'statements.system',
      'statements.file_name',
      'statements.format',
      'statements.bank',
      'statements.account',
      'statements.day_from',
      'statements.day_to',
      'statements.row_count',
      'statements.imported_at',
      sql<string>`count(*) filter (where ${isOpen(today)})`.as('unmatched'),
      sql<string>`coalesce(sum(line.amount_tiyn) filter (where line.operation = 'payment'), 0)`.as(
        'paid',
      ),
      sql<string>`coalesce(sum(line.amount_tiyn) filter (where line.operation = 'refund'), 0)`.as(
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
    system: statementSystem(row.system),
    fileName: row.file_name,
    format: formats.find((format) => format === row.format) ?? 'own',
    bank: row.bank,
    account: row.account,
    from: row.day_from,
    to: row.day_to,
    rows: row.row_count,
    unmatched: Number(row.unmatched),
    paid: Number(row.paid) / 100,
    refunded: Number(row.refunded) / 100,
    fee: Number(row.fee) / 100,
    importedAt: row.imported_at.toISOString(),
  }))
}

export const reportStatements = handle('reportStatements', async (_ask, { db, clock }) =>
  ok(await listed(db, clock.today())),
)
