import { sql } from 'kysely'
import type { MonthFigures } from '#domain/books/closing.ts'
import { addDays, startOfDay } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'
import type { Span } from '../products/product-accounting.ts'
import { balanceIn } from './balance.ts'
import type { Kind } from './difference-queries.ts'
import { countDifferences } from './differences.ts'
import { statementPerInsurer } from './insurers.ts'
import { daysOfMonth } from './period.ts'
import { perPromoter } from './promoters.ts'

/** What is only waited for stands open when a month is closed. */
const NOTHING_WAITS = '9999-12-31'

/** The statement of a month per insurer, and the figures its checks are made from. */
export async function figuresOf(db: Sql, month: string) {
  const { from, to } = daysOfMonth(month)
  const span = { since: startOfDay(from), until: startOfDay(addDays(to, 1)) }
  const insurers = await statementPerInsurer(db, span.since, span.until)
  const counts = await countDifferences(db, { ...span, from, to }, NOTHING_WAITS)
  const openOf = (kind: Kind) => counts.find((one) => one.kind === kind)?.count ?? 0
  const promoters = await perPromoter(db, span.since, span.until)
  const theirs = await actsOf(db, month)
  const lines = await linesIn(db, span, from, to)
  const figures: MonthFigures = {
    statements: await coveredDays(db, span),
    balance: await balanceIn(db, span),
    lines: { ...lines, open: openOf('statement_unmatched') + openOf('not_in_statement') },
    refunds: await refundsIn(db, span),
    receipts: await receiptsIn(db, span),
    acts: insurers
      .filter(({ insurer, toPassOn, premium }) => insurer && (toPassOn !== 0 || premium !== 0))
      .map(({ insurer, toPassOn }) => ({
        insurer,
        ours: toPassOn,
        theirs: theirs.get(insurer) ?? null,
      })),
    commission: {
      sales: insurers.reduce((sum, { policies }) => sum + policies, 0),
      open: openOf('commission_mismatch'),
      amount: insurers.reduce((sum, { commission }) => sum + commission, 0),
    },
    promoters: {
      people: promoters.length,
      unknown: promoters.filter(({ id }) => id === null).length,
      amount: promoters.reduce((sum, { commission }) => sum + commission, 0),
    },
  }
  return { insurers, figures }
}

/** What insurers' acts say of a month: the last of each. */
async function actsOf(db: Sql, month: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('insurer_acts')
    .distinctOn('insurer_code')
    .select(['insurer_code', 'amount'])
    .where('month', '=', month)
    .orderBy('insurer_code')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ insurer_code, amount }) => [insurer_code, amount]))
}

/** Days on which a system brought money, and those that one of its statements covers. */
export async function coveredDays(db: Sql, { since, until }: Span) {
  const { rows } = await sql<{ days: number; covered: number }>`
    select count(*)::int as days, count(*) filter (where exists (select from statements
      where statements.system = paid.system and paid.day between statements.day_from and statements.day_to))::int as covered
    from (select distinct attempt.system, (line.at at time zone 'UTC' + interval '5 hours')::date as day
      from ledger as line join payment_attempts as attempt on attempt.id = line.attempt_id
      where line.at >= ${since} and line.at < ${until} and line.kind = 'payment') as paid`.execute(
    db,
  )
  return rows[0] ?? { days: 0, covered: 0 }
}

/** Lines of the statements of a month's days, and the money of those that nothing explains. */
async function linesIn(db: Sql, { since, until }: Span, from: string, to: string) {
  const { rows } = await sql<{ all: number; amount: string }>`
    select count(*)::int as all, coalesce(sum(amount) filter (where verdict not in ('matched', 'known') and not exists (
      select from settled_differences as settled where settled.kind = 'statement_unmatched' and settled.undone_at is null
        and settled.key = line.statement_id || ':' || line.line)), 0) as amount
    from judged_statement_rows as line where day between ${from} and ${to}`.execute(db)
  const { rows: paid } = await sql<{ n: number }>`
    select count(*)::int as n from ledger where at >= ${since} and at < ${until} and kind = 'payment'`.execute(
    db,
  )
  return {
    all: Math.max(rows[0]?.all ?? 0, paid[0]?.n ?? 0),
    amount: Number(rows[0]?.amount ?? 0),
  }
}

async function refundsIn(db: Sql, { since, until }: Span) {
  const { rows } = await sql<{ all: number; done: number; amount: string }>`
    select count(*)::int as all, count(*) filter (where state = 'done')::int as done, coalesce(sum(amount), 0) as amount
    from refunds where created_at >= ${since} and created_at < ${until}`.execute(db)
  const [row] = rows
  return { all: row?.all ?? 0, done: row?.done ?? 0, amount: Number(row?.amount ?? 0) }
}

async function receiptsIn(db: Sql, { since, until }: Span) {
  const { rows } = await sql<{ all: number; done: number }>`
    select count(*)::int as all, count(*) filter (where state = 'done')::int as done
    from fiscal_receipts where created_at >= ${since} and created_at < ${until}`.execute(db)
  return rows[0] ?? { all: 0, done: 0 }
}
