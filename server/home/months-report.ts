import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../db/connect.ts'
import type { LineFilter } from '../products/product-accounting.ts'

/**
 * The payment of a month in the words of an order: what was paid is issued with it, but for the
 * first payment while its contract is being registered; money nobody waited for goes back from
 * whatever state the month has.
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

/**
 * Months of Home subscriptions that began to be paid in a period: each is a line of the report of
 * its own. No promoter sells them.
 */
export function homeMonths(
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
  if (status) rows = rows.where(state, '=', status)
  if (source) rows = rows.where('home.source', '=', source)
  if (insurer) rows = rows.where('home_plans.insurer_code', '=', insurer)
  return rows.select([
    'month.id',
    sql<string>`home.number || '/' || month.period + 1`.as('number'),
    'month.created_at',
    sql<Date | null>`coalesce(
      (select max(at) from home_charge_history as past where past.charge_id = month.id and past.state = 'paid'),
      case when month.period = 0 then home.paid_at end)`.as('paid_at'),
    state.as('state'),
    'home.source',
    'home_plans.insurer_code',
    sql<string | null>`null`.as('promoter_iin'),
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
