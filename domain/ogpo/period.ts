import { addDays, addMonths, countDays, type Day, dayOf, lastOfMonth, yearOf } from '../calendar.ts'
import { defaultMonths, maxStartDaysAhead } from '../constants.ts'

/** Tomorrow (spec section 5). */
export function earliestStart(today: Day): Day {
  return addDays(today, 1)
}

/** 90 days ahead (spec section 9, "Contract start"). */
export function latestStart(today: Day): Day {
  return addDays(today, maxStartDaysAhead)
}

/**
 * Returns the last day of cover: 12 months from 2026-11-21 end on 2027-11-20; on the last day of
 * the month if it lacks the date.
 */
export function endDay(start: Day, months: number): Day {
  const target = addMonths(start, months)
  const same = dayOf(yearOf(target), Number(target.slice(5, 7)), Number(start.slice(8, 10)))
  return same === null ? lastOfMonth(target) : addDays(same, -1)
}

/** Days of cover, first and last included. */
export function termDays(start: Day, months: number): number {
  return countDays(start, endDay(start, months))
}

/** 12 months, and 6–11 only with the seasonal agreement (law art. 13; settled.md, "Prices"). */
export function allowedMonths(seasonal: boolean): number[] {
  return seasonal ? [6, 7, 8, 9, 10, 11, defaultMonths] : [defaultMonths]
}

/**
 * Prolongation starts at the later of tomorrow and the day after the old end; further than 90 days
 * ahead it must wait (settled.md, "Prices").
 */
export function prolongStart(oldEnd: Day, today: Day): { start: Day } | { tooEarlyUntil: Day } {
  const after = addDays(oldEnd, 1)
  if (after > latestStart(today)) return { tooEarlyUntil: addDays(after, -maxStartDaysAhead) }
  return { start: after > earliestStart(today) ? after : earliestStart(today) }
}
