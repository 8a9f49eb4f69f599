import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { reads } from '../products/products.ts'
import { readingOf } from './reading.ts'

/**
 * The client's applications: sales on their way to a policy, and for three days those that came to
 * nothing.
 */
export const fetchUserOrders = handle('cabinetApplications', async (_body, context) => {
  const of = await Promise.all(reads().map(({ applications }) => applications(readingOf(context))))
  return ok(of.flat().toSorted((one, other) => other.created_at.localeCompare(one.created_at)))
})
