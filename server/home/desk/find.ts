import type { Sql } from '../../db/connect.ts'
import { type Desk, type Found, nothingFound } from '../../products/product-desk.ts'

/** The client of a subscription. */
async function number(db: Sql, text: string): Promise<Found> {
  const homes = await db
    .selectFrom('home_subscriptions')
    .select('buyer_iin')
    .where((expression) =>
      expression.or([expression('id', '=', text), expression('number', '=', text.toUpperCase())]),
    )
    .execute()
  return { iins: homes.map(({ buyer_iin }) => buyer_iin), sales: [] }
}

/** A client of Home has an account, which the search knows by its phone; a home has no plate. */
export const find: Desk['find'] = {
  phone: async () => nothingFound,
  plate: async () => nothingFound,
  number,
}
