import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import { doneVerdicts, verdicts } from '#domain/statement.ts'
import { operations } from '#domain/statements/line.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { PAGE } from './page.ts'

/** Nothing is to be done with these: they come last. */
const settled = sql<number>`(verdict in (${sql.join(doneVerdicts)}))::int`

type Row = {
  line: number
  day: Day
  operation: string
  key: string
  outside_id: string
  amount_tiyn: string
  payer: string
  purpose: string
  found_by: 'number' | 'bank_number' | 'order' | null
  fee_tiyn: number
  verdict: string
  last: number
}

/** Unmatched lines come first, then by number. */
export const reportStatementRows = handle(
  'reportStatementRows',
  async ({ id, after, line: only }, { db }) => {
    const known = await db
      .selectFrom('statements')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!known) throw notFound()
    const [matched, line] = /^([01])-(\d{1,9})$/.exec(after ?? '')?.slice(1) ?? ['0', '0']
    const { rows } = await sql<Row>`
    select line.line, line.day::text as day, operation, key, outside_id, amount_tiyn, payer, purpose, found_by, fee_tiyn, verdict, ${settled} as last from judged_statement_rows as line
    where statement_id = ${id} ${only === undefined ? sql`` : sql`and line.line = ${only}`} and (${settled}, line.line) > (${Number(matched)}, ${Number(line)})
    order by last, line.line limit ${PAGE + 1}`.execute(db)
    const shown = rows.slice(0, PAGE)
    const last = shown.at(-1)
    return {
      ...ok(
        shown.map((row) => ({
          line: row.line,
          day: row.day,
          operation: operations.find((one) => one === row.operation) ?? ('other' as const),
          key: row.key,
          outsideId: row.outside_id,
          amount: Number(row.amount_tiyn) / 100,
          payer: row.payer,
          purpose: row.purpose,
          foundBy: row.found_by,
          fee: row.fee_tiyn / 100,
          verdict: verdicts.find((verdict) => verdict === row.verdict) ?? 'unknown',
        })),
      ),
      next: rows.length > PAGE && last ? `${last.last}-${last.line}` : null,
    }
  },
)
