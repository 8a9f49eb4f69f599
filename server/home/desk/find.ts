import type { Sql } from '../../db/connect.ts'
import { type Desk, type Found, type FoundSale, nothingFound } from '../../products/product-desk.ts'

/** The subscriptions of a client. */
async function iin(db: Sql, wanted: string, atMost: number): Promise<Found> {
  const homes = await db
    .selectFrom('home_subscriptions')
    .select('id')
    .where('buyer_iin', '=', wanted)
    .orderBy('created_at', 'desc')
    .limit(atMost)
    .execute()
  return { iins: [], sales: homes.map(({ id }) => id) }
}

/** A subscription and its client. */
async function number(db: Sql, text: string): Promise<Found> {
  const homes = await db
    .selectFrom('home_subscriptions')
    .select(['id', 'buyer_iin'])
    .where('number', '=', text)
    .execute()
  return {
    iins: homes.map(({ buyer_iin }) => buyer_iin),
    sales: homes.map(({ id }) => id),
  }
}

/** The newest subscription of each. */
const newest = (db: Sql, iins: string[]): Promise<{ iin: string; id: string }[]> =>
  db
    .selectFrom('home_subscriptions')
    .distinctOn('buyer_iin')
    .select(['buyer_iin as iin', 'id'])
    .where('buyer_iin', 'in', [...iins, ''])
    .orderBy('buyer_iin')
    .orderBy('created_at', 'desc')
    .execute()

/**
 * A client of Home has an account, which the search knows by its phone and e-mail; a home has no
 * plate.
 */
export const find: Desk['find'] = {
  iin,
  phone: async () => nothingFound,
  plate: async () => nothingFound,
  number,
  email: async () => nothingFound,
  newest,
}

/** Subscriptions of these ids, the newest first. */
export const found = (db: Sql, ids: string[]): Promise<FoundSale[]> =>
  db
    .selectFrom('home_subscriptions')
    .select(['id', 'number', 'state', 'created_at', 'paid_at'])
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()
