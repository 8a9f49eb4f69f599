import { sql } from 'kysely'
import { type Booked, toPassOnOf, totalOf } from '#domain/books/booked.ts'
import { addDays, type Day, daysBetween } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedDay, bookedIn } from '../payments/booked.ts'
import { ledgerSales } from '../products/ledger-sales.ts'
import type { Span } from '../products/product-accounting.ts'
import { allAccounting } from '../products/products.ts'
import { countDifferences } from './differences.ts'
import { instantsOf, LONGEST_COMPARED } from './period.ts'

/** The same weekday four weeks before. */
const BACK = 28
const almatyDayOf = (instant: string) =>
  sql`to_char((${sql.ref(instant)} at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD')`

export const reportOverview = handle('reportOverview', async (ask, context) => {
  const { reports: db, clock } = context
  const span = instantsOf(ask, context, LONGEST_COMPARED)
  const days = Array.from({ length: daysBetween(ask.from, ask.to) + 1 }, (_, at) =>
    addDays(ask.from, at),
  )
  const [booked, funnel, refunds, differences] = await Promise.all([
    linesIn(db, span),
    funnelOf(db, span),
    refundsIn(db, span, days),
    countDifferences(db, { ...span, from: ask.from, to: ask.to }, clock.today()),
  ])
  return ok({
    at: clock.now().toISOString(),
    ...summed(booked, days, clock.today()),
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

/** What the overview says of the ledger's lines. Today is not over: it is compared with nothing. */
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
      count(*) filter (where state = 'failed' and (error = 'bank details needed'
        or exists (select from refund_details where refund_id = refunds.id)))::int as details,
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
