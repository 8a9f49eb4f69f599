import { actorOf } from '../accounts/owner.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { deskOf, saleOf } from '../products/products.ts'
import { actedSince, keepAct } from './acts.ts'

/** Asks for the ordinary job at once, which finds out by itself what is left to do. */
export const staffRerun = handle('staffRerun', ({ order_id, what, reason, acted }, context) =>
  context.db.transaction().execute(async (tx) => {
    const found = await saleOf(tx, order_id)
    if (!found) throw notFound()
    if (await actedSince(tx, { id: order_id, contractId: found.sale.contractId, acted }))
      return refuse(context.locale, 14060)
    if (!(await deskOf(found.sale.product).rerun(tx, context, order_id, what)))
      return refuse(context.locale, 14012)
    await keepAct(tx, context, order_id, `order.rerun_${what}`, reason)
    return { success: true as const }
  }),
)

/** Money back for a paid sale that is not issued, by the rule of its product. */
export const staffGiveBack = handle(
  'staffGiveBack',
  async ({ order_id, reason, acted }, context) => {
    const { db, me, locale } = context
    const found = await saleOf(db, order_id)
    const refundUnissued = found && deskOf(found.sale.product).refundUnissued
    if (!refundUnissued) throw notFound()
    const { contractId } = found.sale
    // Two at once are then ended by the state the first has left.
    const isOld = await db
      .transaction()
      .execute((tx) => actedSince(tx, { id: order_id, contractId, acted }))
    if (isOld) return refuse(locale, 14060)
    const refused = await refundUnissued(context, order_id, {
      actor: actorOf(me()),
      reason,
      keep: (tx, action) => keepAct(tx, context, order_id, action, reason),
    })
    return refused ? refuse(locale, refused) : { success: true as const }
  },
)
