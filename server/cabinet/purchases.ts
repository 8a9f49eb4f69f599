import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { reads } from '../products/products.ts'
import { acceptedOf, paymentsOf } from './purchase-parts.ts'
import { readingOf } from './reading.ts'

/**
 * Purchases that brought money or made a policy: their payments with what went back, and the
 * versions of the texts accepted with them.
 */
export const purchases = handle('cabinetPurchases', async (_body, context) => {
  const bought = (await Promise.all(reads().map((of) => of.purchases(readingOf(context))))).flat()
  const paymentsIn = await paymentsOf(
    context.db,
    bought.map(({ order_id }) => order_id),
  )
  return ok(
    bought
      .map(({ accepted, ...one }) => ({
        ...one,
        payments: paymentsIn(one.order_id),
        ...acceptedOf(accepted),
      }))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)),
  )
})
