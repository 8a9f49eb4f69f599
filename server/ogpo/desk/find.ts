import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../db/connect.ts'
import type { Desk, Found, FoundSale } from '../../products/product-desk.ts'

const policyholder = sql<string | null>`quotes.facts -> 'policyholder' ->> 'iin'`

/** A client's own purchases, and what a promoter sold them, by its policy. */
async function iin(db: Sql, wanted: string, atMost: number): Promise<Found> {
  const [orders, policies] = await Promise.all([
    db
      .selectFrom('orders')
      .select('id')
      .where('buyer_iin', '=', wanted)
      .where('promoter_iin', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(atMost)
      .execute(),
    db
      .selectFrom('policies')
      .select('order_id')
      .where('policyholder_iin', '=', wanted)
      .orderBy('end_date', 'desc')
      .limit(atMost)
      .execute(),
  ])
  return {
    iins: [],
    sales: [...orders.map(({ id }) => id), ...policies.flatMap(({ order_id }) => order_id ?? [])],
  }
}

/** Orders with this phone, and whose they are: a promoter who sold one is nobody's client. */
const phone = (db: Sql, wanted: string, atMost: number): Promise<Found> =>
  ofPolicyholders(db, sql<boolean>`orders.phone = ${wanted}`, atMost)
const email = (db: Sql, wanted: string, atMost: number): Promise<Found> =>
  ofPolicyholders(db, sql<boolean>`lower(orders.email) = ${wanted}`, atMost)

async function ofPolicyholders(
  db: Sql,
  condition: RawBuilder<boolean>,
  atMost: number,
): Promise<Found> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .select(['orders.id', policyholder.as('iin')])
    .where(condition)
    .orderBy('orders.created_at', 'desc')
    .limit(atMost)
    .execute()
  return {
    iins: orders.flatMap(({ iin }) => iin ?? []),
    sales: orders.map(({ id }) => id),
  }
}

/** Their own purchases, and by the policy what a promoter sold them. */
async function newest(db: Sql, iins: string[]): Promise<{ iin: string; id: string }[]> {
  const { rows } = await sql<{ iin: string; id: string }>`
    select distinct on (iin) iin, id from (
      select buyer_iin as iin, id, created_at from orders
        where buyer_iin = any(${iins}) and promoter_iin is null
      union all
      select policyholder_iin, order_id, issued_at from policies
        where policyholder_iin = any(${iins}) and order_id is not null
    ) as theirs order by iin, created_at desc`.execute(db)
  return rows
}

async function plate(db: Sql, wanted: string, atMost: number): Promise<Found> {
  const vehicles = JSON.stringify([{ plate: wanted }])
  const has = (column: string) =>
    sql<boolean>`(${sql.ref(column)} -> 'vehicles') @> ${vehicles}::jsonb`
  const [policies, orders] = await Promise.all([
    db
      .selectFrom('policies')
      .select(['policyholder_iin', 'order_id'])
      .where(has('facts'))
      .orderBy('issued_at', 'desc')
      .limit(atMost)
      .execute(),
    db
      .selectFrom('quotes')
      .innerJoin('orders', 'orders.calculation_id', 'quotes.id')
      .select(['orders.id', policyholder.as('iin')])
      .where(has('quotes.facts'))
      .orderBy('orders.created_at', 'desc')
      .limit(atMost)
      .execute(),
  ])
  return {
    iins: policies
      .map(({ policyholder_iin }) => policyholder_iin)
      .concat(orders.flatMap(({ iin }) => iin ?? [])),
    sales: [...policies.flatMap(({ order_id }) => order_id ?? []), ...orders.map(({ id }) => id)],
  }
}

async function number(db: Sql, text: string): Promise<Found> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .select(['orders.id', policyholder.as('iin')])
    .where('orders.number', '=', text)
    .execute()
  return {
    iins: orders.flatMap(({ iin }) => iin ?? []),
    sales: orders.map(({ id }) => id),
  }
}

export const find: Desk['find'] = { iin, phone, plate, number, email, newest }

/** Orders of these ids, the newest first. */
export const found = (db: Sql, ids: string[]): Promise<FoundSale[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'number', 'state', 'created_at', 'paid_at'])
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()
