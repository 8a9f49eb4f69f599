import { addDays, type Day } from './calendar.ts'
import { cardEndWarnings } from './home/countdown.ts'

/**
 * Returns whether a card, good to the end of its month (`2029-08`), has expired by a day. False if
 * its month is unknown.
 */
const hasCardEndedBy = (validTo: string, day: Day): boolean =>
  /^\d{4}-\d{2}$/.test(validTo) && validTo < day.slice(0, 7)

/** How a card is marked for its client: it has ended, or will while a charge still warns of it. */
export function cardMark(validTo: string, today: Day): 'ended' | 'ends' | null {
  if (hasCardEndedBy(validTo, today)) return 'ended'
  return hasCardEndedBy(validTo, addDays(today, cardEndWarnings.month)) ? 'ends' : null
}
