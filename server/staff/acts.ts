import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { deskOf, saleOf } from '../products/products.ts'

/** What the audit log calls a sale of a product; what is not known is an order. */
export const auditKind = (product = 'ogpo') => deskOf(product).auditKind

/**
 * What was done with an order or a subscription: why stands beside it, that it was done in the
 * audit log, both with the change itself.
 */
export async function keepAct(
  tx: Tx,
  { clock, me }: Context,
  orderId: string,
  action: string,
  reason: string,
  details: Record<string, string> = {},
): Promise<void> {
  const actor = actorOf(me())
  const at = clock.now()
  await tx
    .insertInto('order_acts')
    .values({ order_id: orderId, at, actor, action, reason })
    .execute()
  const kind = auditKind((await saleOf(tx, orderId))?.sale.product)
  await audit(tx, at, { actor, action, object: { kind, id: orderId }, details })
}
