import { audit } from '../audit.ts'
import type { Tx } from '../db/connect.ts'
import { actorOf } from '../owner.ts'
import type { Context } from '../route.ts'

/** What was done with an order: why stands beside the order, that it was done in the audit log, both with the change itself. */
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
  await tx.insertInto('order_acts').values({ order_id: orderId, at, actor, action, reason }).execute()
  await audit(tx, at, { actor, action, object: { kind: 'order', id: orderId }, details })
}
