import { type RawBuilder, sql } from 'kysely'
import { almatyDay, type Day, endOfDay, startOfDay } from '#domain/calendar.ts'
import type { OrderState } from '#domain/order.ts'
import { type PromoterTerms, payOf, payOn } from '#domain/promoter-pay.ts'
import type { Sql } from '../db/connect.ts'
import { bookedBy, bookedOfLines } from '../payments/booked.ts'
import { commissionOf } from './commission.ts'
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
 * Policies of these sales that stand, and their money as the ledger has it; cancelled and not
 * issued do not count. The pay is the sum of what is told of each sale.
 */
export async function totalsOf(db: Sql, asked: OwnSales, terms: readonly PromoterTerms[]) {
  const [{ policies, premium }, commissions, awaiting] = await Promise.all([
    bookedOfLines(
      db,
      sql`select orders.id, orders.id as sale_id, null::int as period
        from orders join quotes on quotes.id = orders.calculation_id where ${isAsked(asked)}`,
    ),
    commissionOf(
      db,
      sql`exists (select from quotes where quotes.id = orders.calculation_id and ${isAsked(asked)})`,
    ),
    db
      .selectFrom('orders')
      .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(isAsked(asked))
      .where('orders.state', 'in', ['awaiting_payment', 'paid', 'issuing'])
      .executeTakeFirstOrThrow(),
  ])
  return { issued: policies, awaiting: awaiting.count, premium, pay: payOf(terms, commissions) }
}

/** What the ledger has of each of some sales, by the order, and the promoter's pay of it. */
export async function moneyOf(
  db: Sql,
  orders: readonly { id: string; created_at: Date }[],
  terms: readonly PromoterTerms[],
) {
  const ids = sql.join([...orders.map(({ id }) => id), ''])
  const [booked, commissions] = await Promise.all([
    bookedBy(db, {
      where: sql`ledger.order_id in (${ids})`,
      by: { orderId: sql`ledger.order_id` },
    }),
    commissionOf(db, sql`ledger.order_id in (${ids})`),
  ])
  return new Map(
    orders.map(({ id, created_at }) => {
      const sums = booked.find(({ orderId }) => orderId === id)
      const own = commissions.filter(({ orderId }) => orderId === id)
      return [
        id,
        {
          premium: sums?.premium ?? 0,
          ogpoPlus: sums?.ogpoPlus ?? 0,
          // Of what nobody has sold yet there is none.
          pay: own.length > 0 ? payOf(terms, own) : payOn(terms, almatyDay(created_at), 0),
        },
      ]
    }),
  )
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
