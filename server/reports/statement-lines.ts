import { sql } from 'kysely'
import { likelyOf } from '#domain/books/likely-payment.ts'
import type { Day } from '#domain/calendar.ts'
import type { WayName } from '#domain/payment-ways.ts'
import type { Sql } from '../db/connect.ts'

type Line = {
  key: string
  system: WayName
  file: string
  line: number
  day: Day
  amount: number
  operation: string
  outside_id: string
  verdict: string
}
type Payment = { id: string; system: WayName; day: Day; amount: number }

const onDay = (at: string) =>
  sql`to_char((${sql.ref(at)} at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD')`

/** Lines of statements by their keys (`{statement}:{line}`). */
export async function linesOf(db: Sql, keys: readonly string[]): Promise<Map<string, Line>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Line>`
    select line.statement_id || ':' || line.line as key, statements.system, statements.file_name as file, line.line, line.day::text as day,
      line.amount, line.operation, line.outside_id, line.verdict
    from (select distinct split_part(key, ':', 1)::uuid as statement, split_part(key, ':', 2)::int as line
      from unnest(${[...keys]}::text[]) as key) as asked
    join judged_statement_rows as line on line.statement_id = asked.statement and line.line = asked.line
    join statements on statements.id = line.statement_id`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/**
 * The payment each line that we do not know is likely to mean, by the line's key: of those that no
 * statement has and no line was linked with.
 */
export async function likelyPayments(
  db: Sql,
  lines: readonly Line[],
): Promise<Map<string, Payment>> {
  const unknown = lines.filter(
    ({ operation, verdict }) => operation === 'payment' && verdict === 'unknown',
  )
  if (unknown.length === 0) return new Map()
  const { rows } = await sql<Payment>`
    select distinct attempt.id, attempt.system, ${onDay('line.at')} as day, line.amount
    from unnest(${unknown.map(({ day }) => day)}::date[], ${unknown.map(({ amount }) => amount)}::int[]) as theirs (day, amount)
    join ledger as line on line.kind = 'payment' and line.amount = theirs.amount
      and line.at >= (theirs.day - 4)::timestamp at time zone 'UTC' and line.at < (theirs.day + 4)::timestamp at time zone 'UTC'
    join payment_attempts as attempt on attempt.id = line.attempt_id
    where not exists (select from judged_statement_rows as said where said.key = attempt.id and said.operation = 'payment'
      and said.system = attempt.system)
      and not exists (select from settled_differences where linked = attempt.id and undone_at is null)`.execute(
    db,
  )
  return new Map(
    unknown.flatMap((line) => {
      const found = likelyOf(line, rows)
      return found ? [[line.key, found] as const] : []
    }),
  )
}

/** For which days of a period a system's statements were imported: from the first to the last. */
export async function statementsIn(db: Sql, { from, to }: { from: Day; to: Day }) {
  const { rows } = await sql<{ system: WayName; from: Day; to: Day }>`
    select system, greatest(min(day_from), ${from}::date)::text as "from", least(max(day_to), ${to}::date)::text as "to"
    from statements where day_from <= ${to} and day_to >= ${from} group by system order by system desc`.execute(
    db,
  )
  return rows
}
