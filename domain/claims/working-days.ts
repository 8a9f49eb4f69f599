import { addDays, type Day, yearOf } from '../calendar.ts'
import { constitutionDay, holidays, kurbanAit, movedRest, withoutTransfer } from './holidays.ts'

const weekday = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const isWeekend = (day: Day): boolean => weekday(day) === 0 || weekday(day) === 6

const known = new Map<number, ReadonlySet<Day>>()

/**
 * Days off of a year: a holiday that falls on a weekend takes the next day that is neither (Labour
 * Code, art. 85).
 */
function daysOff(year: number): ReadonlySet<Day> {
  const found = known.get(year) ?? countedDaysOff(year)
  known.set(year, found)
  return found
}

function countedDaysOff(year: number): ReadonlySet<Day> {
  const off = new Set([
    ...kurbanAit,
    ...movedRest.map((moved) => moved.off),
    ...withoutTransfer.map((date) => `${year}-${date}`),
  ])
  const named = [...holidays, ...constitutionDay(year)].map((date) => `${year}-${date}`)
  for (const day of named) off.add(day)
  for (const day of named.filter(isWeekend)) {
    let next = addDays(day, 1)
    while (isWeekend(next) || off.has(next)) next = addDays(next, 1)
    off.add(next)
  }
  return off
}

/** Days that the government moved, beside the law's calendar: whether each is worked. */
export type MovedDays = Readonly<Record<Day, boolean>>

export const isWorkingDay = (day: Day, moved: MovedDays): boolean =>
  moved[day] ?? isWorkedByLaw(day)

/** Returns the day itself if it is a working day, else the next working day. */
export function workingDayFrom(day: Day, moved: MovedDays): Day {
  let at = day
  while (!isWorkingDay(at, moved)) at = addDays(at, 1)
  return at
}

const isWorkedByLaw = (day: Day): boolean =>
  movedRest.some(({ works }) => works === day) ||
  (!isWeekend(day) && !daysOff(yearOf(day)).has(day))

/** The day `n` working days after `day`, which itself does not count. */
export function addWorkingDays(day: Day, n: number, moved: MovedDays): Day {
  let at = day
  for (let left = n; left > 0; ) {
    at = addDays(at, 1)
    if (isWorkingDay(at, moved)) left -= 1
  }
  return at
}

/**
 * The last day whose deadline of `n` working days is on `by` or before it: everything that came
 * until then is due.
 */
export function lastDayDueBy(by: Day, n: number, moved: MovedDays): Day {
  let at = by
  while (addWorkingDays(at, n, moved) > by) at = addDays(at, -1)
  return at
}
