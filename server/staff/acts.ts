import { audit } from '../audit.ts'
import type { Tx } from '../db/connect.ts'
import { actorOf } from '../owner.ts'
import type { Context } from '../route.ts'

/** An OGPO order or a Home subscription. */
export type About = { orderId: string } | { homeId: string }

/** What was done with a purchase: why stands beside it, that it was done in the audit log, both with the change itself. */
export async function keepAct(
  tx: Tx,
  { clock, me }: Context,
  about: About,
  action: string,
  reason: string,
  details: Record<string, string> = {},
): Promise<void> {
  const actor = actorOf(me())
  const at = clock.now()
  const [order_id, home_id] = 'orderId' in about ? [about.orderId, null] : [null, about.homeId]
  await tx.insertInto('order_acts').values({ order_id, home_id, at, actor, action, reason }).execute()
  await audit(tx, at, { actor, action, object: order_id ? { kind: 'order', id: order_id } : { kind: 'home', id: home_id ?? '' }, details })
}
