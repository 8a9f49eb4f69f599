import type { Db } from '../db/connect.ts'

/** A client's Home subscriptions as the desk lists orders, the payments of their months, and which policy belongs to which. */
export async function homesOf(db: Db, accountId: string, atMost: number) {
  const homes = await db
    .selectFrom('home_subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(atMost)
    .execute()
  const ids = homes.map(({ id }) => id)
  if (ids.length === 0) return { ids, orders: [], payments: [], ofPolicy: new Map<string, string>() }
  const [attempts, contracts] = await Promise.all([
    db
      .selectFrom('home_attempts')
      .innerJoin('home_charges', 'home_charges.id', 'home_attempts.charge_id')
      .selectAll('home_attempts')
      .select('home_charges.subscription_id')
      .where('home_charges.subscription_id', 'in', ids)
      .orderBy('home_attempts.created_at', 'desc')
      .limit(atMost)
      .execute(),
    db.selectFrom('home_contracts').select(['policy_id', 'subscription_id']).where('subscription_id', 'in', ids).execute(),
  ])
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
    payments: attempts.map((attempt) => ({
      id: attempt.id,
      order_id: attempt.subscription_id,
      system: 'card',
      amount: attempt.amount,
      state: attempt.state,
      at: attempt.created_at.toISOString(),
    })),
    ofPolicy: new Map([
      ...contracts.flatMap(({ policy_id, subscription_id }) => (policy_id ? [[policy_id, subscription_id] as const] : [])),
      ...homes.flatMap(({ id, policy_id }) => (policy_id ? [[policy_id, id] as const] : [])),
    ]),
  }
}
