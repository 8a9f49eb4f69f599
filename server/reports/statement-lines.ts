import { sql } from 'kysely'
import { likelyOf } from '#domain/books/likely-payment.ts'
import { bookable } from '#domain/books/settle.ts'
import type { Day } from '#domain/calendar.ts'
import type { Act } from '#domain/contract/decide.ts'
import type { TakenReason } from '#domain/contract/facts.ts'
import type { StatementSystem } from '#domain/statement.ts'
import type { Sql } from '../db/connect.ts'
import { allAccounting } from '../products/products.ts'

type System = StatementSystem
type Line = {
  key: string
  system: System
  file: string
  line: number
  day: Day
  amount: number
  amount_tiyn: string
  payer_iin: string
  operation: string
  outside_id: string
  verdict: string
}
type Payment = {
  id: string
  orderId: string
  system: System
  day: Day
  amount: number
  buyer: string | null
}

const onDay = (at: string) =>
  sql`to_char((${sql.ref(at)} at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD')`

/** Lines of statements by their keys (`{statement}:{line}`). */
export async function linesOf(db: Sql, keys: readonly string[]): Promise<Map<string, Line>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Line>`
    select line.statement_id || ':' || line.line as key, statements.system, statements.file_name as file, line.line, line.day::text as day,
      line.amount, line.amount_tiyn, line.payer_iin, line.operation, line.outside_id, line.verdict
    from (select distinct split_part(key, ':', 1)::uuid as statement, split_part(key, ':', 2)::int as line
      from unnest(${[...keys]}::text[]) as key) as asked
    join judged_lines as line on line.statement_id = asked.statement and line.line = asked.line
    join statements on statements.id = line.statement_id`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/**
 * The payment each line that we do not know is likely to mean, by the line's key: of those that no
 * statement has and no line was linked with.
 */
export async function likelyPayments(db: Sql, lines: readonly Line[]) {
  const unknown = lines.filter(
    ({ operation, verdict, amount, amount_tiyn: tiyn }) =>
      operation === 'payment' && verdict === 'unknown' && Number(tiyn) === amount * 100,
  )
  if (unknown.length === 0) return new Map<string, Payment & { by: 'day' | 'payer' }>()
  const sales = allAccounting().map(({ sale }) => sale)
  const { rows } = await sql<Payment>`
    select distinct attempt.id, attempt.order_id as "orderId", attempt.system, ${onDay('line.at')} as day, line.amount,
      coalesce(${sql.join(sales.map(({ buyer }) => buyer))}) as buyer
    from unnest(${unknown.map(({ day }) => day)}::date[], ${unknown.map(({ amount }) => amount)}::int[]) as theirs (day, amount)
    join ledger as line on line.kind = 'payment' and line.amount = theirs.amount
      and line.at >= (theirs.day - 4)::timestamp at time zone 'UTC' and line.at < (theirs.day + 4)::timestamp at time zone 'UTC'
    join payment_attempts as attempt on attempt.id = line.attempt_id
    ${sql.join(
      sales.map(({ join }) => join(sql`attempt.order_id`)),
      sql` `,
    )}
    where not exists (select from judged_lines as said where said.key = attempt.id and said.operation = 'payment'
      and said.system in (attempt.system, 'account'))
      and not exists (select from settled_differences where linked = attempt.id and undone_at is null)`.execute(
    db,
  )
  return new Map(
    unknown.flatMap((line) => {
      const found = likelyOf({ ...line, payerIin: line.payer_iin }, rows)
      return found ? [[line.key, found] as const] : []
    }),
  )
}

/** For which days of a period a system's statements were imported: from the first to the last. */
export async function statementsIn(db: Sql, { from, to }: { from: Day; to: Day }) {
  const { rows } = await sql<{ system: System; from: Day; to: Day }>`
    select system, greatest(min(day_from), ${from}::date)::text as "from", least(max(day_to), ${to}::date)::text as "to"
    from statements where day_from <= ${to} and day_to >= ${from} group by system order by system desc`.execute(
    db,
  )
  return rows
}

/** `movement`: the bank's id; `outsideId`: the id in our books. */
export type Moved = {
  contractId: string
  orderId: string
  paymentId: string
  movement: string
  outsideId: string
  act: Extract<Act, { act: 'refund_gone' | 'dispute_won' | TakenReason }>
}

/**
 * Returns what a line of money that a bank moved past us means for its contract, by the line's key:
 * a refund of ours whose answer was lost, money the bank returned unasked, or a dispute won. The
 * bank's number identifies it; an entry removed from the books counts as another one.
 */
export async function movedBy(db: Sql, key: string): Promise<Moved | null> {
  const { rows } = await sql<{
    contract: string
    order: string
    payment: string
    owed: string | null
    verdict: string
    moved: string
    undone: number
    amount: number
  }>`
    select attempt.contract_id as contract, attempt.order_id as "order", attempt.id as payment, line.verdict,
      case when refund.state <> 'done' and refund.amount * 100::bigint = line.amount_tiyn and not exists (
        select from refund_details as details where details.refund_id = refund.id and details.approved_at is not null)
        then refund.id end as owed,
      -- What was taken was booked rounded up, and so is what comes back of it.
      ceil(line.amount_tiyn / 100.0)::int as amount,
      case when line.outside_id <> '' then line.outside_id else line.day || ':' || line.line end as moved,
      (select count(*)::int from booked_lines as taken where taken.payment_id = attempt.id and taken.undone_at is not null
        and taken.movement = case when line.outside_id <> '' then line.outside_id else line.day || ':' || line.line end) as undone
    from judged_lines as line
    left join refunds as refund on line.operation = 'refund' and refund.id = line.key
    join payment_attempts as attempt on attempt.id = coalesce(refund.attempt_id, line.key)
    where line.statement_id = split_part(${key}, ':', 1)::uuid and line.line = split_part(${key}, ':', 2)::int
      and line.verdict in (${sql.join(bookable)})`.execute(db)
  const [line] = rows
  if (!line) return null
  const { contract: contractId, order: orderId, payment: paymentId, owed, amount } = line
  const { moved: movement, undone } = line
  const outsideId = undone > 0 ? `${movement}#${undone + 1}` : movement
  const what: Moved['act'] =
    owed !== null
      ? { act: 'refund_gone', refundId: owed, way: 'payment' }
      : {
          act: line.verdict === 'dispute_won' ? 'dispute_won' : 'bank_return',
          paymentId,
          amount,
          outsideId,
        }
  return { contractId, orderId, paymentId, movement, outsideId, act: what }
}
