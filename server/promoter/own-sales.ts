import { type RawBuilder, sql } from 'kysely'
import { type Day, endOfDay, startOfDay } from '#domain/calendar.ts'
import type { OrderState } from '#domain/order.ts'
import { type PromoterTerms, payOf } from '#domain/promoter-pay.ts'
import type { Sql } from '../db/connect.ts'
import { shownPart } from './shown.ts'

/** Which of their sales a promoter looks at; days are of Almaty, both included. */
export type OwnSales = {
  promoter: string
  from: Day
  to: Day
  state?: OrderState | undefined
  kind?: 'new' | 'prolong' | 'reissue' | undefined
  /** The insurer's code. */
  insurer?: string | undefined
}
/** The last sale of a page: its instant and id. */
export type SalePlace = readonly [string, string]

/** True of an order joined with its quote: the promoter's own, and what else is asked for. */
function isAsked({ promoter, from, to, state, kind, insurer }: OwnSales): RawBuilder<boolean> {
  const all = [
    sql`orders.promoter_iin = ${promoter}`,
    sql`orders.created_at >= ${startOfDay(from)}`,
    sql`orders.created_at <= ${endOfDay(to)}`,
    ...(state ? [sql`orders.state = ${state}`] : []),
    ...(insurer ? [sql`quotes.facts -> 'insurer' ->> 'code' = ${insurer}`] : []),
    ...(kind === 'new' ? [sql`quotes.kind not in ('prolong', 'reissue')`] : []),
    ...(kind && kind !== 'new' ? [sql`quotes.kind = ${kind}`] : []),
  ]
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

/** The newest sales after a place, at most so many. */
export const readSales = (db: Sql, asked: OwnSales, after: SalePlace | null, limit: number) =>
  db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .leftJoin('policies', 'policies.order_id', 'orders.id')
    .selectAll('orders')
    .select([
      'quotes.kind',
      'quotes.application_id',
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
    .where(isAsked(asked))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(orders.created_at, orders.id) < (${after?.[0]}::timestamptz, ${after?.[1]})`,
      ),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()

/**
 * Policies issued of these sales, and their money; cancelled and not issued do not count. The pay is
 * the sum of what is told of each sale.
 */
export async function totalsOf(db: Sql, asked: OwnSales, terms: readonly PromoterTerms[]) {
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
      coalesce(commission, 0) as commission
    from (
      select orders.*, orders.state = 'issued' and policies.state <> 'cancelled' as sold
      from orders join quotes on quotes.id = orders.calculation_id
        left join policies on policies.order_id = orders.id
      where ${isAsked(asked)}
    ) of_period group by 1, 5`.execute(db)
  const sum = (key: 'issued' | 'awaiting' | 'premium') =>
    rows.reduce((all, row) => all + row[key], 0)
  return {
    issued: sum('issued'),
    awaiting: sum('awaiting'),
    premium: sum('premium'),
    pay: payOf(
      terms,
      rows.flatMap(({ day, commission, issued }) =>
        Array.from({ length: issued }, () => ({ day, commission })),
      ),
    ),
  }
}

/** Insurers of the promoter's sales of a period, whatever else it is narrowed to. */
export async function insurersOf(db: Sql, { promoter, from, to }: OwnSales) {
  const { rows } = await sql<{ code: string; name: unknown }>`
    select distinct on (code) code, name from (
      select quotes.facts -> 'insurer' ->> 'code' as code, quotes.facts -> 'insurer' -> 'name' as name,
        orders.created_at
      from orders join quotes on quotes.id = orders.calculation_id
      where ${isAsked({ promoter, from, to })}
    ) sold order by code, created_at desc`.execute(db)
  return rows
}
