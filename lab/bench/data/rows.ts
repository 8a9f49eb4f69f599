import { afterwards, books } from './rows/books.ts'
import { buyers } from './rows/buyers.ts'
import type { Filling } from './rows/cells.ts'
import { orders } from './rows/orders.ts'
import { payments } from './rows/payments.ts'
import { policies } from './rows/policies.ts'

/**
 * Tables in the order in which they refer to each other. Quotes keep no facts: nothing reads those
 * of an order that is over.
 */
export const fillings: readonly Filling[] = [
  ...buyers,
  ...orders,
  ...payments,
  ...policies,
  ...books,
  ...afterwards,
]
