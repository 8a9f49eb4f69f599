import { isOwn } from '../accounts/owner.ts'
import type { Deps } from '../deps.ts'
import type { Identity } from '../http/identity.ts'
import type { PaymentOf } from '../products/product-reads.ts'

/** An own order and its newest attempt. Once an order is paid, its attempt says no more. */
export async function payment(
  { db }: Pick<Deps, 'db'>,
  id: string,
  me: Identity,
): Promise<PaymentOf | null> {
  const order = await paymentOf(db, id)
  if (!order || !isOwn(me, order)) return null
  return {
    sale: order,
    attempt: order.paid_at || !order.attempt ? undefined : { state: order.attempt },
  }
}

/** One statement whose plan is kept. */
const paymentOf = (db: Deps['db'], id: string) =>
  db
    .selectFrom('orders')
    .select(({ selectFrom }) => [
      'buyer_iin',
      'promoter_iin',
      'state',
      'paid_at',
      selectFrom('payment_attempts')
        .select('payment_attempts.state')
        .whereRef('payment_attempts.order_id', '=', 'orders.id')
        .orderBy('payment_attempts.created_at', 'desc')
        .orderBy('payment_attempts.id', 'desc')
        .limit(1)
        .as('attempt'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
