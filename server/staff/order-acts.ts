import * as refusals from '#domain/refusals.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { deskOf, saleOf } from '../products/products.ts'
import { actedSince, keepAct } from './acts.ts'
import { isOwnSale } from './own-sale.ts'

/** Asks for the ordinary job at once, which finds out by itself what is left to do. */
export const staffRerun = handle('staffRerun', ({ order_id, what, reason, acted }, context) =>
  context.db.transaction().execute(async (tx) => {
    const found = await saleOf(tx, order_id)
    if (!found) throw notFound()
    // A paper or an SMS once more moves nothing.
    if (what === 'issue' && (await isOwnSale(tx, context, order_id)))
      return refuse(context.locale, refusals.ownMatter)
    if (await actedSince(tx, { id: order_id, contractId: found.sale.contractId, acted }))
      return refuse(context.locale, refusals.claimChanged)
    if (!(await deskOf(found.sale.product).rerun(tx, context, order_id, what)))
      return refuse(context.locale, refusals.orderNotSuitable)
    await keepAct(tx, context, order_id, `order.rerun_${what}`, reason)
    return { success: true as const }
  }),
)
