import { addDays, addMonths, type Day } from '../calendar.ts'
import { homeProtectionStartHours } from '../constants.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * Days from the billing date to the period it pays for, so that every try falls into time that is
 * already covered.
 */
export const billedAheadDays = 3

/**
 * The instant the protection begins: within two hours of registration (spec section 9), to the
 * minute, so that the document can say it.
 */
export function protectionStart(registeredAt: Date): Date {
  return new Date(
    Math.floor((registeredAt.getTime() + homeProtectionStartHours * hour) / minute) * minute,
  )
}

export type Period = { start: Day; end: Day }

/**
 * The `n`-th period, both days included. Always counted from the anchor: the 31st is the last day
 * of a shorter month and the 31st again.
 */
export const periodOf = (anchor: Day, n: number): Period => ({
  start: addMonths(anchor, n),
  end: addDays(addMonths(anchor, n + 1), -1),
})

/** The day the card is first charged for period `n`; the first one is paid at once. */
export const billingDate = (anchor: Day, n: number): Day =>
  addDays(periodOf(anchor, n).start, -billedAheadDays)
