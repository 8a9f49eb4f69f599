import { almatyDay } from '#domain/calendar.ts'
import type { Deps } from '../deps.ts'
import type { RegisteredOtherwise } from '../products/product.ts'

/** As `store-order.ts` makes them; an insurer's other policies have numbers of other forms. */
const OUR_NUMBER = /^QG\d{9}$/
/** States of orders whose job requests the policy by itself. */
const UNDER_WAY = ['draft', 'awaiting_payment', 'paid', 'issuing']

/**
 * The policies under our numbers concluded since then, held against ours. One whose order is under
 * way is no difference: its job finds it by the number.
 */
export async function registered(deps: Deps, since: Date): Promise<RegisteredOtherwise[]> {
  const { db, systems, clock } = deps
  const all = await systems.esbd.concluded(almatyDay(since), clock.today())
  const theirs = all.filter(({ number, globalId }) => OUR_NUMBER.test(number) && globalId !== '')
  const otherwise: RegisteredOtherwise[] = []
  for (const { number, globalId, rescinded } of theirs) {
    const ours = await db
      .selectFrom('policies')
      .select(['order_id', 'state'])
      .where('global_id', '=', globalId)
      .executeTakeFirst()
    const inForce = ours?.state === 'pending' || ours?.state === 'active'
    if (ours && inForce && rescinded)
      otherwise.push({ what: 'ended', globalId, number, saleId: ours.order_id })
    if (ours || rescinded) continue
    const order = await db
      .selectFrom('orders')
      .select(['id', 'state'])
      .where('number', '=', number)
      .executeTakeFirst()
    if (!order || !UNDER_WAY.includes(order.state))
      otherwise.push({ what: 'policy', globalId, number, saleId: order?.id ?? null })
  }
  return otherwise
}
