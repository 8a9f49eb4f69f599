import type { Sql } from '../db/connect.ts'
import type { Identity } from '../http/identity.ts'
import type { PaymentOf } from '../products/product-reads.ts'

/**
 * An own subscription and the page of its first payment. Nobody but the client pays for a home, so
 * nobody else's token finds it.
 */
export async function payment(db: Sql, id: string, me: Identity): Promise<PaymentOf | null> {
  const subscription = await db
    .selectFrom('home_subscriptions')
    .select(['state', 'paid_at'])
    .where('id', '=', id)
    .where('buyer_iin', '=', me.iin)
    .executeTakeFirst()
  if (!subscription || me.kind === 'promoter') return null
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('state')
    .where('order_id', '=', id)
    .where('period', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Whatever has become of a subscription that was paid, its order is.
  const state = subscription.paid_at ? 'paid' : subscription.state
  return { sale: { state, paid_at: subscription.paid_at }, attempt }
}
