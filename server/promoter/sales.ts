import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, almatyDay, type Day, daysBetween, startOfDay } from '#domain/calendar.ts'
import { prolongStart } from '#domain/ogpo/period.ts'
import { renewFromDays } from '#domain/policy.ts'
import { type PromoterTerms, payOf, payOn } from '#domain/promoter-pay.ts'
import { termsOf } from '../accounts/promoter-terms.ts'
import type { Sql } from '../db/connect.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { paidStatus, setStatus } from '../orders/progress.ts'
import { kindOf } from '../orders/quote-kind.ts'
import { shown, shownPart } from './shown.ts'

const SalePlace = z.tuple([part.instant, part.id])
const EndPlace = z.tuple([part.day, part.uuid])

/** The first day of a period that ends today; weeks begin on Monday. */
function firstDay(period: 'today' | 'week' | 'month', today: Day): Day {
  if (period === 'today') return today
  if (period === 'month') return `${today.slice(0, 8)}01`
  // 5 January 1970 was a Monday.
  return addDays(today, -(daysBetween('1970-01-05', today) % 7))
}

export const sales = handle(
  'promoterSales',
  async ({ period, cursor, limit }, { db, me, clock, locale }) => {
    const from = firstDay(period, clock.today())
    const place = readCursor(cursor, SalePlace)
    const rows = db
      .selectFrom('orders')
      .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
      .leftJoin('policies', 'policies.order_id', 'orders.id')
      .selectAll('orders')
      .select([
        'quotes.kind',
        'policies.global_id',
        'policies.state as policy_state',
        'policies.issued_at',
        shownPart('quotes.facts'),
        sql<
          string | null
        >`(select state from payment_attempts where order_id = orders.id order by created_at desc, id desc limit 1)`.as(
          'pay',
        ),
      ])
      .where('orders.promoter_iin', '=', me().iin)
      .where('orders.created_at', '>=', startOfDay(from))
      .$if(place !== null, (query) =>
        query.where(
          sql<boolean>`(orders.created_at, orders.id) < (${place?.[0]}::timestamptz, ${place?.[1]})`,
        ),
      )
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id', 'desc')
      .limit(limit + 1)
      .execute()
    const terms = await termsOf(db, me().iin)
    const [found, totals] = await Promise.all([rows, totalsOf(db, me().iin, from, terms)])
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return ok({
      from,
      totals,
      sales: page.map((row) => ({
        ...shown(row.shown, locale),
        orderId: row.id,
        key: row.progress_key,
        calculationId: row.calculation_id,
        kind: kindOf(row.kind),
        state: row.state,
        paid: paidStatus(row, row.pay ? { state: row.pay } : undefined),
        set: setStatus(row),
        createdAt: row.created_at.toISOString(),
        issuedAt: row.issued_at?.toISOString() ?? null,
        globalId: row.global_id,
        policyState: row.policy_state,
        startDate: row.start_date,
        amount: row.amount,
        premium: row.insurance_premium,
        ogpoPlusPremium: row.ogpo_plus_premium,
        pay: payOn(terms, almatyDay(row.created_at), row.commission),
      })),
      next: last ? writeCursor([last.created_at.toISOString(), last.id]) : null,
    })
  },
)

async function totalsOf(db: Sql, promoter: string, from: Day, terms: readonly PromoterTerms[]) {
  const { rows } = await sql<{
    day: Day
    issued: number
    awaiting: number
    premium: number
    commission: number
  }>`
    select to_char((created_at at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD') as day,
      count(*) filter (where sold)::int as issued,
      count(*) filter (where state in ('awaiting_payment', 'paid', 'issuing'))::int as awaiting,
      coalesce(sum(insurance_premium) filter (where sold), 0)::int as premium,
      coalesce(sum(commission) filter (where sold), 0)::int as commission
    from (
      select orders.*, orders.state = 'issued' and policies.state <> 'cancelled' as sold
      from orders left join policies on policies.order_id = orders.id
      where orders.promoter_iin = ${promoter} and orders.created_at >= ${startOfDay(from)}
    ) of_period group by 1`.execute(db)
  const sum = (key: 'issued' | 'awaiting' | 'premium') =>
    rows.reduce((all, row) => all + row[key], 0)
  return {
    issued: sum('issued'),
    awaiting: sum('awaiting'),
    premium: sum('premium'),
    pay: payOf(terms, rows),
  }
}

/**
 * Own sales about to end, without those whose car the policyholder has covered beyond that day
 * already.
 */
export const expiring = handle(
  'promoterExpiring',
  async ({ cursor, limit }, { db, me, clock, locale }) => {
    const today = clock.today()
    const place = readCursor(cursor, EndPlace)
    const rows = await db
      .selectFrom('policies')
      .select([
        'policies.id',
        'policies.global_id',
        'policies.end_date',
        'policies.premium',
        shownPart('policies.facts'),
      ])
      .where('policies.promoter_iin', '=', me().iin)
      .where('policies.state', '=', 'active')
      .where('policies.end_date', '>=', today)
      .where('policies.end_date', '<=', addDays(today, renewFromDays))
      .where(
        sql<boolean>`not exists (
        select from policies later
        where later.policyholder_iin = policies.policyholder_iin and later.end_date > policies.end_date
          and later.state in ('pending', 'active')
          and later.facts -> 'vehicles' @> jsonb_build_array(jsonb_build_object('plate', policies.facts -> 'vehicles' -> 0 ->> 'plate')))`,
      )
      .$if(place !== null, (query) =>
        query.where(
          sql<boolean>`(policies.end_date, policies.id) > (${place?.[0]}::date, ${place?.[1]}::uuid)`,
        ),
      )
      .orderBy('policies.end_date')
      .orderBy('policies.id')
      .limit(limit + 1)
      .execute()
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return ok({
      policies: page.map((row) => {
        const start = prolongStart(row.end_date, today)
        return {
          ...shown(row.shown, locale),
          globalId: row.global_id,
          endDate: row.end_date,
          daysLeft: daysBetween(today, row.end_date),
          prolongStart: 'start' in start ? start.start : addDays(row.end_date, 1),
          premium: row.premium,
        }
      }),
      next: last ? writeCursor([last.end_date, last.id]) : null,
    })
  },
)
