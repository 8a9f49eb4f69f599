import { type RawBuilder, sql } from 'kysely'
import { NO_PROMOTER, WAS_PAID } from '#domain/report.ts'
import type { Sql } from '../db/connect.ts'
import {
  type Accounting,
  type LineFilter,
  type LinePage,
  paged,
  placeBy,
} from '../products/product-accounting.ts'

/**
 * Maps a month's payment to the states of an order: a paid month is issued, except the first
 * payment while its contract is being registered; unexpected money is refunded, whatever state the
 * month has.
 */
const state = sql<string>`case month.state
  when 'due' then 'awaiting_payment'
  when 'paid' then case when month.period = 0 and home.state in ('paid', 'issue_failed') then home.state else 'issued' end
  when 'failed' then 'not_renewed'
  when 'refunded' then 'refunded'
  else coalesce(
    (select case refunds.state when 'failed' then 'refund_failed' when 'done' then 'refunded' else 'refunding' end
      from refunds join payment_attempts as attempt on attempt.id = refunds.attempt_id
      where attempt.order_id = month.subscription_id and attempt.period = month.period order by refunds.state = 'done', refunds.state limit 1),
    case when month.period = 0 and home.state = 'expired' then 'expired' else 'cancelled' end) end`

const columns = {
  created_at: sql`month.created_at`,
  paid_at: sql`coalesce(
    (select max(at) from home_charge_history as past where past.charge_id = month.id and past.state = 'paid'),
    case when month.period = 0 then home.paid_at end)`,
  amount: sql`month.amount`,
  number: sql`home.number || '/' || month.period + 1`,
  state,
  insurer_code: sql`home_plans.insurer_code`,
  source: sql`home.source`,
  promoter_iin: sql`null::text`,
} satisfies Record<LinePage['by'], unknown>

/**
 * Months of Home subscriptions that began to be paid in a period: each is a line of the report of
 * its own. No promoter sells them.
 */
function homeMonths(
  db: Sql,
  { since, until, status, source, insurer }: LineFilter,
  by: RawBuilder<unknown>,
) {
  let rows = db
    .selectFrom('home_charges as month')
    .innerJoin('home_subscriptions as home', 'home.id', 'month.subscription_id')
    .innerJoin('home_quotes', 'home_quotes.id', 'home.calculation_id')
    .innerJoin('home_plans', 'home_plans.id', 'home_quotes.plan_id')
    .where('month.created_at', '>=', since)
    .where('month.created_at', '<', until)
  if (status === WAS_PAID) rows = rows.where(columns.paid_at, 'is not', null)
  else if (status) rows = rows.where(state, '=', status)
  if (source) rows = rows.where('home.source', '=', source)
  if (insurer) rows = rows.where('home_plans.insurer_code', '=', insurer)
  return rows.select([
    'month.id',
    columns.number.as('number'),
    'month.created_at',
    columns.paid_at.as('paid_at'),
    state.as('state'),
    'home.source',
    'home_plans.insurer_code',
    columns.promoter_iin.as('promoter_iin'),
    sql<string | null>`(home.anchor + make_interval(months => month.period))::date`.as(
      'start_date',
    ),
    'month.amount as amount',
    'month.subscription_id as sale_id',
    'month.period',
    by.as('place'),
    'home.buyer_iin as iin',
  ])
}

const isByPromoter = ({ promoter }: LineFilter) => promoter !== null && promoter !== NO_PROMOTER

/**
 * The months of Home subscriptions in the accountant's reports: each is a sale of its own. No
 * promoter sells them.
 */
export const accounting: Accounting = {
  page: (db, filter, page) => {
    if (isByPromoter(filter)) return null
    const place = placeBy(page.by, columns[page.by])
    return paged(homeMonths(db, filter, place), [place, 'month.id'], page)
  },
  lines: (db, filter) => (isByPromoter(filter) ? null : homeMonths(db, filter, sql`1`)),
  sale: {
    join: (id) => sql`left join home_subscriptions as home on home.id = ${id}
      left join home_quotes on home_quotes.id = home.calculation_id left join home_plans on home_plans.id = home_quotes.plan_id`,
    number: sql`home.number`,
    insurer: sql`home_plans.insurer_code`,
    commission: sql`home.commission`,
    buyer: sql`home.buyer_iin`,
    channel: sql`case when home.id is not null then 'home' end`,
    source: sql`home.source`,
    promoter: sql`null::text`,
    client: sql`home.buyer_iin`,
    facts: sql`home.facts`,
    period: (event) =>
      sql`(select month.period from home_charges as month where month.id = ${event})`,
    policy: sql`home.policy_id`,
    stands: sql`case when home.state = 'issue_failed' then coalesce((select case month.state
          when 'refunding' then 'returning' when 'refunded' then 'returned' end
        from home_charges as month where month.subscription_id = home.id and month.period = 0), 'waiting')
      when home.state = 'paid' then 'waiting'
      when home.state in ('active', 'cancelled', 'not_renewed') then 'policy' end`,
  },
  funnel: ({ since, until }) => sql`
    select (select count(*)::int from home_quotes where created_at >= ${since} and created_at < ${until}) as quoted,
      count(*)::int as ordered, count(*) filter (where paid_at is not null)::int as paid,
      count(*) filter (where registered_at is not null)::int as issued,
      count(*) filter (where state = 'expired')::int as expired, 0 as rejected,
      count(*) filter (where state = 'cancelled' and paid_at is null)::int as cancelled,
      count(*) filter (where state = 'awaiting_payment')::int as awaiting,
      count(*) filter (where state = 'paid')::int as waiting,
      count(*) filter (where state = 'issue_failed')::int as returned
    from home_subscriptions where created_at >= ${since} and created_at < ${until}`,
  // The premium of a month is booked when its contract has been registered.
  sold: ({ since, until }) => sql`
    select month.id, month.subscription_id as order_id, month.period, month.created_at as at, month.amount, month.amount as premium,
      'issued' as state, month.state = 'paid' as issued, month.state = 'paid' and home.state not in ('paid', 'issue_failed') as booked
    from home_charges as month join home_subscriptions as home on home.id = month.subscription_id
    where month.created_at >= ${since} and month.created_at < ${until}`,
  soldCount: ({ since, until }) =>
    sql`(select count(*)::int from home_charges where created_at >= ${since} and created_at < ${until})`,
  paidNotIssued: ({ since, until }) => sql`
    select home.id, home.id as order_id, home.paid_at as at, month.amount as ours, null::int as theirs, home.state as note
    from home_subscriptions as home join home_charges as month on month.subscription_id = home.id and month.period = 0
    where home.paid_at >= ${since} and home.paid_at < ${until} and home.state in ('paid', 'issue_failed') and month.state = 'paid'
    union all
    -- A month that is paid goes past the end of the contract, and the next year's has not been registered.
    select month.id, home.id, line.at, month.amount, null, 'contract'
    from ledger as line join home_subscriptions as home on home.id = line.order_id
    join home_charges as month on month.id = substr(line.key, length('premium:') + 1)
    where line.at >= ${since} and line.at < ${until} and line.kind = 'premium'
      and home.paid_until > home.contract_until and month.period = home.next_period - 1`,
  goingOn: (contract) =>
    sql`exists (select from home_subscriptions where home_subscriptions.id = ${contract} and home_subscriptions.state = 'paid')`,
}
