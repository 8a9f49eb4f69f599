import { addDays, type Day, daysBetween, startOfDay } from '#domain/calendar.ts'
import { fieldText } from '#texts/fields.ts'
import type { Context } from '../http/context.ts'
import { invalid } from '../http/refuse.ts'

/** A report's longest period, days. */
const LONGEST = 366
/** Of one whose books are compared row by row. */
export const LONGEST_COMPARED = 92

/**
 * The instants of a period of Almaty days, the second one outside it; 422 when it is backwards or
 * too long.
 */
export function instantsOf(
  { from, to }: { from: Day; to: Day },
  { locale }: Pick<Context, 'locale'>,
  longest = LONGEST,
) {
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > longest)
    throw invalid([{ path: 'to', message: fieldText(days < 1 ? 'day' : 'period_long', locale) }])
  return { since: startOfDay(from), until: startOfDay(addDays(to, 1)) }
}

/** The month after `month` (`YYYY-MM`). */
export const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7)
/** First and last day of a month. */
export const daysOfMonth = (month: string) => ({
  from: `${month}-01`,
  to: addDays(`${nextMonth(month)}-01`, -1),
})
