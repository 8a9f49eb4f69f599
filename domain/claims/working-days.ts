import { addDays, type Day, yearOf } from '../calendar.ts'

/**
 * Public holidays with a fixed date (Law on holidays, art. 2–5), `MM-DD`; 7 January and Kurban Ait
 * have no transfer (Labour Code, art. 85).
 */
const holidays = [
  '01-01',
  '01-02',
  '03-08',
  '03-21',
  '03-22',
  '03-23',
  '05-01',
  '05-07',
  '05-09',
  '07-06',
  '10-25',
  '12-16',
]
const withoutTransfer = ['01-07']
/**
 * Constitution Day: 30 August until 2025; from 2027 15 March (the ministry, taspanews.kz
 * 2026-03-18). In 2026 it was neither: the ministry begins with 2027, and the calendar of the law
 * in force that year has no 30 August (arxo-ogpo-public, official calendar 2025–2026).
 */
const constitutionDay = (year: number): string[] =>
  year <= 2025 ? ['08-30'] : year >= 2027 ? ['03-15'] : []

/**
 * First day of Kurban Ait. 2025, 2026: the state's calendar of the year (mgorod.kz; inform.kz
 * 2026-01-02 after egov.kz). Later years: by the calendar of the Spiritual Administration,
 * confirmed by the ministry each spring; look at the row then.
 */
const kurbanAit = ['2025-06-06', '2026-05-27', '2027-05-16', '2028-05-05']
/**
 * Days of rest moved by an order of the government (Labour Code, art. 85 § 4): `off` is free,
 * `works` is worked. 2025: the ministry's order on the New Year (informburo, December 2024). 2026:
 * none in the state's calendar of the year (egov.kz after inform.kz 2026-01-02).
 */
const movedRest = [{ off: '2025-01-03', works: '2025-01-05' }]

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

/** Days that stand apart from the law's calendar: whether each is worked. */
export type MovedDays = ReadonlyMap<Day, boolean>
const none: MovedDays = new Map()

export const isWorkingDay = (day: Day, moved: MovedDays = none): boolean =>
  moved.get(day) ?? isWorkedByLaw(day)

/** The day itself where it is worked, else the next one that is. */
export function workingDayFrom(day: Day, moved: MovedDays): Day {
  let at = day
  while (!isWorkingDay(at, moved)) at = addDays(at, 1)
  return at
}

const isWorkedByLaw = (day: Day): boolean =>
  movedRest.some(({ works }) => works === day) ||
  (!isWeekend(day) && !daysOff(yearOf(day)).has(day))

/** The day `n` working days after `day`, which itself does not count. */
export function addWorkingDays(day: Day, n: number): Day {
  let at = day
  for (let left = n; left > 0; ) {
    at = addDays(at, 1)
    if (isWorkingDay(at)) left -= 1
  }
  return at
}

/**
 * The last day whose deadline of `n` working days is on `by` or before it: everything that came
 * until then is due.
 */
export function lastDayDueBy(by: Day, n: number): Day {
  let at = by
  while (addWorkingDays(at, n) > by) at = addDays(at, -1)
  return at
}
