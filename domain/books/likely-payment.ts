import { type Day, daysBetween } from '../calendar.ts'
import type { Tenge } from '../money.ts'

/** Days a statement's line may lie from the payment it means. A guess. */
const NEAR = 3

type Line = { day: Day; amount: Tenge; system: string; payerIin?: string }
type Payment = { id: string; day: Day; amount: Tenge; system: string; buyer?: string | null }
/** By what a payment was found: its sum and day, or the payer's number besides. */
export type Likely<One> = One & { by: 'day' | 'payer' }

/**
 * Returns the payment a line of a statement probably means: of the same system (an account has
 * both) and sum, at most three days away; first the one whose buyer paid, then the nearest. Null if
 * two are equally likely: a person must then decide.
 */
export function likelyOf<One extends Payment>(
  line: Line,
  payments: readonly One[],
): Likely<One> | null {
  const away = (one: Payment) => Math.abs(daysBetween(line.day, one.day))
  const near = payments
    .filter((one) => line.system === 'account' || one.system === line.system)
    .filter((one) => one.amount === line.amount && away(one) <= NEAR)
    .map((one) => ({
      ...one,
      by: line.payerIin && one.buyer === line.payerIin ? ('payer' as const) : ('day' as const),
    }))
  const payers = near.filter(({ by }) => by === 'payer')
  const [first, second] = (payers.length > 0 ? payers : near).sort(
    (one, other) => away(one) - away(other),
  )
  if (!first || (second && away(second) === away(first))) return null
  return first
}
