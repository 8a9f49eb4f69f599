import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import type { By } from '../orders/orders.ts'
import { newPayment } from '../payments/open.ts'
import type { Charge, Subscription } from './states.ts'

/** A page of the acquirer for the first period. */
export const newPage = (
  tx: Tx,
  context: Context,
  subscription: Subscription,
  charge: Charge,
  by: By,
): Promise<string> =>
  newPayment(tx, {
    contractId: subscription.id,
    orderId: subscription.id,
    period: charge.period,
    system: 'card',
    way: 'page',
    amount: charge.amount,
    madeOn: context.clock.today(),
    expiresAt: subscription.expires_at,
    by,
  })
