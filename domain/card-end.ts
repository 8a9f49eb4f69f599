import type { Day } from './calendar.ts'

/**
 * Whether a card, good to the end of its month (`2029-08`), has ended by a day. One whose month is
 * not known has not.
 */
export const hasCardEndedBy = (validTo: string, day: Day): boolean =>
  /^\d{4}-\d{2}$/.test(validTo) && validTo < day.slice(0, 7)
