import type { Db } from '../db/connect.ts'

/** A client's Home subscriptions as the desk lists orders, and which policy belongs to which. */
export async function homesOf(db: Db, accountId: string, atMost: number) {
  const homes = await db
    .selectFrom('home_subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(atMost)
    .execute()
  const ids = homes.map(({ id }) => id)
  if (ids.length === 0) return { ids, orders: [], ofPolicy: new Map<string, string>() }
  const contracts = await db
    .selectFrom('home_contracts')
    .select(['policy_id', 'subscription_id'])
    .where('subscription_id', 'in', ids)
    .execute()
  return {
    ids,
    orders: homes.map((home) => ({
      order_id: home.id,
      number: home.number,
      state: home.state,
      channel: 'egov',
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
