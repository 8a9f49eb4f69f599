import { sql } from 'kysely'
import { addDays, type Day, daysBetween } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
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
    bookedIn(db, span),
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

type Booked = {
  day: Day
  insurer: string
  channel: string
  kind: 'premium' | 'ogpo_plus' | 'commission' | 'returned'
  amount: string
  sold: string
}

/** The ledger by day, insurer, channel and kind: of the time and of four weeks before it. */
async function bookedIn(db: Sql, { since, until }: Span): Promise<Booked[]> {
  const sales = allAccounting().map(({ sale }) => sale)
  const first = new Date(since.getTime() - BACK * 86_400_000)
  const { rows } = await sql<Booked>`
    select ${almatyDayOf('ledger.at')} as day, ledger.kind,
      coalesce(${sql.join(sales.map(({ insurer }) => insurer))}, '') as insurer,
      coalesce(${sql.join(sales.map(({ channel }) => channel))}, '') as channel,
      sum(case when ledger.credit in ('insurer', 'commission') or (ledger.kind = 'returned' and ledger.credit = 'client')
        then ledger.amount else -ledger.amount end) as amount,
      count(*) filter (where ledger.credit = 'insurer') as sold
    from ledger ${sql.join(
      sales.map(({ join }) => join(sql`ledger.order_id`)),
      sql` `,
    )}
    where ledger.at >= ${first} and ledger.at < ${until} and ledger.kind in ('premium', 'ogpo_plus', 'commission', 'returned')
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** What the overview says of the ledger's lines. Today is not over: it is compared with nothing. */
function summed(booked: readonly Booked[], days: readonly Day[], today: Day) {
  const [now, before] = [new Set(days), new Set(days.map((day) => addDays(day, -BACK)))]
  const total = (of: (line: Booked) => boolean) =>
    booked.reduce((sum, line) => (of(line) ? sum + Number(line.amount) : sum), 0)
  const here = (kind: Booked['kind']) => total((line) => line.kind === kind && now.has(line.day))
  const premiums = (of: (line: Booked) => boolean) =>
    total((line) => line.kind === 'premium' && of(line))
  const sold = (kind: Booked['kind']) =>
    booked.reduce(
      (sum, line) => (line.kind === kind && now.has(line.day) ? sum + Number(line.sold) : sum),
      0,
    )
  const names = (key: 'insurer' | 'channel') => [
    ...new Set(booked.filter(({ day }) => now.has(day)).map((line) => line[key])),
  ]
  const [premium, commission, ogpoPlus] = [here('premium'), here('commission'), here('ogpo_plus')]
  const last = addDays(today, -BACK)
  return {
    policies: sold('premium'),
    premium,
    premiumWhole: premiums(({ day }) => now.has(day) && day !== today),
    premiumBefore: premiums(({ day }) => before.has(day) && day !== last),
    commission,
    ogpoPlus,
    ogpoPlusPolicies: sold('ogpo_plus'),
    toPassOn: premium + ogpoPlus - commission - here('returned'),
    days: days.map((day) => ({
      day,
      premium: premiums((line) => line.day === day),
      ogpoPlus: total((line) => line.kind === 'ogpo_plus' && line.day === day),
      before: premiums((line) => line.day === addDays(day, -BACK)),
    })),
    insurers: names('insurer')
      .map((insurer) => ({
        insurer,
        premium: premiums((line) => line.insurer === insurer && now.has(line.day)),
        commission: total(
          (line) => line.kind === 'commission' && line.insurer === insurer && now.has(line.day),
        ),
      }))
      .sort((one, other) => other.premium - one.premium),
    channels: names('channel')
      .map((channel) => ({
        channel,
        premium: premiums((line) => line.channel === channel && now.has(line.day)),
        premiumWhole: premiums(
          (line) => line.channel === channel && now.has(line.day) && line.day !== today,
        ),
        before: premiums(
          (line) => line.channel === channel && before.has(line.day) && line.day !== last,
        ),
      }))
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
