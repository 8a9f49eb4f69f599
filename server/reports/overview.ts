import { sql } from 'kysely'
import { type Balance, balanceOf } from '#domain/books/balance.ts'
import { type Booked, toPassOnOf, totalOf } from '#domain/books/booked.ts'
import type { MonthFigures } from '#domain/books/closing.ts'
import { addDays, countDays, type Day, startOfDay } from '#domain/calendar.ts'
import { doneVerdicts } from '#domain/statement.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedDay, bookedIn } from '../payments/record.ts'
import type { Span } from '../products/product-accounting.ts'
import { allAccounting, ledgerSales } from '../products/products.ts'
import { countDifferences, type Kind, paymentCovered } from './differences.ts'
import { statementPerInsurer } from './insurers.ts'
import { perPromoter } from './promoters.ts'
import { needsDetails } from './refunds.ts'
import { daysOfMonth, instantsOf, LONGEST_COMPARED } from './reports.ts'
import { accountOf, settlementsIn } from './settlements.ts'

/** The same weekday four weeks before. */
const BACK = 28
const almatyDayOf = (instant: string) =>
  sql`to_char((${sql.ref(instant)} at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD')`

export const reportOverview = handle('reportOverview', async (ask, context) => {
  const { reports: db, clock } = context
  const span = instantsOf(ask, context, LONGEST_COMPARED)
  const days = Array.from({ length: countDays(ask.from, ask.to) }, (_, at) => addDays(ask.from, at))
  const [booked, settlements, funnel, refunds, differences] = await Promise.all([
    linesIn(db, span),
    settlementsIn(db, ask),
    funnelOf(db, span),
    refundsIn(db, span, days),
    countDifferences(db, { ...span, from: ask.from, to: ask.to }, clock.today()),
  ])
  return ok({
    at: clock.now().toISOString(),
    ...summed(booked, days, clock.today()),
    settlements: [...(settlements ?? [])].map(([insurer, { settlement }]) => ({
      insurer,
      ...accountOf(settlement),
    })),
    funnel,
    refunds,
    differences,
  })
})

type Line = Omit<Booked, 'paid'> & { day: Day; insurer: string; channel: string }

/** The ledger by day, insurer and channel: of the time and of four weeks before it. */
async function linesIn(db: Sql, { since, until }: Span): Promise<Line[]> {
  const { join, insurer, channel } = ledgerSales()
  const first = new Date(since.getTime() - BACK * 86_400_000)
  const where = bookedIn({ since: first, until })
  return bookedBy(db, { join, where, by: { day: bookedDay, insurer, channel } })
}

/** Sums the ledger's lines for the overview. Today is not over: it is compared with nothing. */
function summed(lines: readonly Line[], days: readonly Day[], today: Day) {
  const [now, before] = [new Set(days), new Set(days.map((day) => addDays(day, -BACK)))]
  const here = lines.filter(({ day }) => now.has(day))
  const all = totalOf(here)
  const premium = (of: readonly Line[]) => totalOf(of).premium
  const last = addDays(today, -BACK)
  const whole = here.filter(({ day }) => day !== today)
  const compared = lines.filter(({ day }) => before.has(day) && day !== last)
  const on = (day: Day) => totalOf(lines.filter((line) => line.day === day))
  const names = (key: 'insurer' | 'channel') => [...new Set(here.map((line) => line[key]))]
  return {
    policies: all.policies,
    premium: all.premium,
    premiumWhole: premium(whole),
    premiumBefore: premium(compared),
    commission: all.commission,
    ogpoPlus: all.ogpoPlus,
    ogpoPlusPolicies: all.ogpoPlusPolicies,
    toPassOn: toPassOnOf(all),
    days: days.map((day) => {
      const { premium, ogpoPlus } = on(day)
      return { day, premium, ogpoPlus, before: on(addDays(day, -BACK)).premium }
    }),
    insurers: names('insurer')
      .map((insurer) => {
        const of = totalOf(here.filter((line) => line.insurer === insurer))
        return {
          insurer,
          premium: of.premium,
          commission: of.commission,
          toPassOn: toPassOnOf(of),
        }
      })
      .sort((one, other) => other.premium - one.premium),
    channels: names('channel')
      .map((channel) => {
        const ofIt = (of: readonly Line[]) => premium(of.filter((line) => line.channel === channel))
        return {
          channel,
          premium: ofIt(here),
          premiumWhole: ofIt(whole),
          before: ofIt(compared),
        }
      })
      .sort((one, other) => other.premium - one.premium),
  }
}

const steps = [
  ...(['quoted', 'ordered', 'paid', 'issued', 'expired'] as const),
  ...(['rejected', 'cancelled', 'awaiting', 'waiting', 'returned'] as const),
]
type Funnel = Record<(typeof steps)[number], number>

/** Purchases of all products together. */
async function funnelOf(db: Sql, span: Span): Promise<Funnel> {
  const of = sql.join(
    allAccounting().map((accounting) => accounting.funnel(span)),
    sql` union all `,
  )
  const sums = sql.join(steps.map((step) => sql`sum(${sql.ref(step)})::int as ${sql.ref(step)}`))
  const { rows } = await sql<Funnel>`select ${sums} from (${of}) as purchases`.execute(db)
  const [found] = rows
  return Object.fromEntries(steps.map((step) => [step, found?.[step] ?? 0])) as Funnel // the steps
}

async function refundsIn(db: Sql, { since, until }: Span, days: readonly Day[]) {
  const within = sql`refunds.created_at >= ${since} and refunds.created_at < ${until}`
  const { rows } = await sql<{ reason: string; count: number; amount: string }>`
    select reason, count(*)::int as count, sum(amount) as amount from refunds where ${within}
    group by reason order by count desc, reason`.execute(db)
  const { rows: daily } = await sql<{ day: Day; amount: string }>`
    select ${almatyDayOf('created_at')} as day, sum(amount) as amount from refunds where ${within} group by 1`.execute(
    db,
  )
  const { rows: sums } = await sql<{ open: number; details: number; took: number | null }>`
    select count(*) filter (where state <> 'done')::int as open,
      count(*) filter (where ${needsDetails})::int as details,
      (extract(epoch from avg(done_at - created_at) filter (where state = 'done')) / 86400)::float8 as took
    from refunds where ${within}`.execute(db)
  const [sum] = sums
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    amount: rows.reduce((all, { amount }) => all + Number(amount), 0),
    open: sum?.open ?? 0,
    needDetails: sum?.details ?? 0,
    daysToDone: sum?.took ?? null,
    days: days.map((day) => ({
      day,
      amount: Number(daily.find((one) => one.day === day)?.amount ?? 0),
    })),
    reasons: rows.map(({ reason, count, amount }) => ({ reason, count, amount: Number(amount) })),
  }
}

type Group = {
  attempt: string
  sale: 'policy' | 'waiting' | null
  count: number
  booked: string
  amount: string
}

/** Returns the payments of a period in the ledger, by where their money is now. */
export async function balanceIn(db: Sql, { since, until }: Span): Promise<Balance> {
  const sales = allAccounting().map(({ sale }) => sale)
  const { rows } = await sql<Group>`
    select coalesce(attempt.state, '') as attempt, coalesce(${sql.join(sales.map(({ stands }) => stands))}) as sale,
      count(*)::int as count, sum(line.amount) as booked, coalesce(sum(attempt.amount), 0) as amount
    from ledger as line left join payment_attempts as attempt on attempt.id = line.attempt_id
    ${sql.join(
      sales.map(({ join }) => join(sql`line.order_id`)),
      sql` `,
    )}
    where line.at >= ${since} and line.at < ${until} and line.kind = 'payment' group by 1, 2`.execute(
    db,
  )
  return balanceOf(
    rows.map((row) => ({ ...row, booked: Number(row.booked), amount: Number(row.amount) })),
  )
}

/** A postponed difference is open when a month is closed. */
const NOTHING_WAITS = '9999-12-31'

/** The statement of a month per insurer, and the figures its checks are made from. */
export async function figuresOf(db: Sql, month: string) {
  const { from, to } = daysOfMonth(month)
  const span = { since: startOfDay(from), until: startOfDay(addDays(to, 1)) }
  const insurers = await statementPerInsurer(db, span.since, span.until)
  const counts = await countDifferences(db, { ...span, from, to }, NOTHING_WAITS)
  const openOf = (kind: Kind) => counts.find((one) => one.kind === kind)?.count ?? 0
  const sellers = await perPromoter(db, span.since, span.until)
  const promoters = sellers.filter(({ promoter_iin }) => promoter_iin !== null)
  const theirs = await actsOf(db, month)
  const lines = await monthLines(db, span, from, to)
  const figures: MonthFigures = {
    statements: await coveredDays(db, span),
    balance: await balanceIn(db, span),
    lines: { ...lines, open: openOf('statement_unmatched') + openOf('not_in_statement') },
    refunds: await monthRefunds(db, span),
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

/** Returns the sums of insurers' acts of a month: the last of each. */
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
    select count(*)::int as days, count(*) filter (where paid.covered)::int as covered
    from (select distinct attempt.system, (line.at at time zone 'UTC' + interval '5 hours')::date as day, ${paymentCovered} as covered
      from ledger as line join payment_attempts as attempt on attempt.id = line.attempt_id
      where line.at >= ${since} and line.at < ${until} and line.kind = 'payment') as paid`.execute(
    db,
  )
  return rows[0] ?? { days: 0, covered: 0 }
}

/** Lines of the statements of a month's days, and the money of those that nothing explains. */
async function monthLines(db: Sql, { since, until }: Span, from: string, to: string) {
  const { rows } = await sql<{ all: number; amount: string }>`
    select count(*)::int as all, coalesce(sum(amount) filter (where verdict not in (${sql.join(doneVerdicts)}) and not exists (
      select from settled_differences as settled where settled.kind = 'statement_unmatched' and settled.undone_at is null
        and settled.wait_until is null and settled.key = line.statement_id || ':' || line.line)), 0) as amount
    from judged_lines as line where day between ${from} and ${to}`.execute(db)
  // A payment on a day without a statement is compared with nothing.
  const { rows: paid } = await sql<{ n: number }>`
    select count(*)::int as n from ledger as line join payment_attempts as attempt on attempt.id = line.attempt_id
    where line.at >= ${since} and line.at < ${until} and line.kind = 'payment'
      and ${paymentCovered}`.execute(db)
  return {
    all: Math.max(rows[0]?.all ?? 0, paid[0]?.n ?? 0),
    amount: Number(rows[0]?.amount ?? 0),
  }
}

async function monthRefunds(db: Sql, { since, until }: Span) {
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
