import { sql } from 'kysely'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { PAGE } from './page.ts'

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
