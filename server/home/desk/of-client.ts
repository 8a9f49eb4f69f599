import type { Sql } from '../../db/connect.ts'
import type { SalesOfClient } from '../../products/product-desk.ts'
import { soldThrough } from './sold-through.ts'

/** A client's subscriptions, and which policy belongs to which. */
export async function ofClient(
  db: Sql,
  account: { id: string },
  atMost: number,
): Promise<SalesOfClient> {
  const homes = await db
    .selectFrom('home_subscriptions')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .limit(atMost)
    .execute()
  const ids = homes.map(({ id }) => id)
  if (ids.length === 0) return { sales: [], ofPolicy: new Map() }
  const contracts = await db
    .selectFrom('home_contracts')
    .select(['policy_id', 'subscription_id'])
    .where('subscription_id', 'in', ids)
    .execute()
  return {
    sales: homes.map((home) => ({
      order_id: home.id,
      number: home.number,
      state: home.state,
      channel: soldThrough,
      amount: home.monthly_payment,
      email: home.email,
      at: home.created_at.toISOString(),
    })),
    ofPolicy: new Map([
      ...contracts.flatMap(({ policy_id, subscription_id }) =>
        policy_id ? [[policy_id, subscription_id] as const] : [],
      ),
      ...homes.flatMap(({ id, policy_id }) => (policy_id ? [[policy_id, id] as const] : [])),
    ]),
  }
}
