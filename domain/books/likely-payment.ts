import { type Day, daysBetween } from '../calendar.ts'
import type { Tenge } from '../money.ts'

/** Days a statement's line may lie from the payment it means. A guess. */
const NEAR = 3

type Line = { day: Day; amount: Tenge; system: string }
type Payment = Line & { id: string }

/**
 * The payment a line of a statement is likely to mean: of the same system and sum, at most three
 * days away, the nearest; null where two are as near, for a person then has to look.
 */
export function likelyOf<One extends Payment>(line: Line, payments: readonly One[]): One | null {
  const away = (one: Payment) => Math.abs(daysBetween(line.day, one.day))
  const near = payments
    .filter((one) => one.system === line.system && one.amount === line.amount && away(one) <= NEAR)
    .sort((one, other) => away(one) - away(other))
  const [first, second] = near
  if (!first || (second && away(second) === away(first))) return null
  return first
}
