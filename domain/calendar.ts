import { almatyDay, almatyOffsetMs, formatTime, yearOf } from './almaty.ts'

export { almatyDay, formatTime, yearOf } from './almaty.ts'

/** A calendar day in Almaty, `YYYY-MM-DD`. Days compare as strings. */
export type Day = string

const dayMs = 86_400_000
/** True for a real day written `YYYY-MM-DD` (no 30 February), years 1800–2999. */
export function isDay(text: string): boolean {
  if (!/^(1[89]|2\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const [y, m, d] = parts(text)
  return m >= 1 && m <= 12 && d >= 1 && d <= daysInMonth(y, m)
}

export function addDays(day: Day, n: number): Day {
  return dayOfNumber(numberOfDay(day) + n)
}

/**
 * Returns the same date `n` months on, or the month's last day if it lacks that date (31 January +
 * 1 → 28 or 29 February).
 */
export function addMonths(day: Day, n: number): Day {
  const [y, m, d] = parts(day)
  const index = y * 12 + (m - 1) + n
  const year = Math.floor(index / 12)
  const month = index - year * 12 + 1
  return toDay(year, month, Math.min(d, daysInMonth(year, month)))
}

/** Days from `a` to `b`; negative when `b` is earlier. */
export function daysBetween(a: Day, b: Day): number {
  return numberOfDay(b) - numberOfDay(a)
}

/** Days from `from` to `to`, both counted: on a policy's last day one is left. */
export function countDays(from: Day, to: Day): number {
  return daysBetween(from, to) + 1
}

/**
 * Full years from one day to another, as ages are counted: born on 29 February, a year older on 1
 * March of a common year.
 */
export function fullYears(from: Day, on: Day): number {
  const years = yearOf(on) - yearOf(from)
  return on.slice(5) < from.slice(5) ? years - 1 : years
}

export function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

/** Returns the date `day` of a month, or null if the month lacks it. */
export function dayOf(year: number, month: number, day: number): Day | null {
  const text = toDay(year, month, day)
  return isDay(text) ? text : null
}

/** The last day of the month that `day` is in. */
export function lastOfMonth(day: Day): Day {
  const [y, m] = parts(day)
  return toDay(y, m, daysInMonth(y, m))
}

/** The instant at which the Almaty day begins. */
export function startOfDay(day: Day): Date {
  return new Date(numberOfDay(day) * dayMs - almatyOffsetMs)
}

/** The last millisecond of the Almaty day. */
export function endOfDay(day: Day): Date {
  return new Date(startOfDay(day).getTime() + dayMs - 1)
}

/** A day in figures, in every language: `20.11.2026`. */
export const numericDay = (day: Day): string => day.slice(0, 10).split('-').reverse().join('.')

/**
 * Formats a period in figures, both days included: `20.11.2026 – 19.11.2027`; a period of one day
 * as that day.
 */
export const numericPeriod = (from: Day, to: Day): string =>
  from === to ? numericDay(from) : `${numericDay(from)} – ${numericDay(to)}`

/** The wall clock of Almaty at an instant: `2026-11-20T14:05:33.000`. */
export const almatyClock = (instant: Date): string =>
  new Date(instant.getTime() + almatyOffsetMs).toISOString().slice(0, -1)

/** Day and time in Almaty, in figures: `20.11.2026 14:05`. */
export const numericMoment = (instant: Date, between = ' '): string =>
  `${numericDay(almatyDay(instant))}${between}${formatTime(instant)}`

function parts(day: Day): [number, number, number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
}

function numberOfDay(day: Day): number {
  const [y, m, d] = parts(day)
  return Date.UTC(y, m - 1, d) / dayMs
}

const dayOfNumber = (n: number): Day => new Date(n * dayMs).toISOString().slice(0, 10)
const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
const pad = (n: number): string => String(n).padStart(2, '0')
const toDay = (year: number, month: number, day: number): Day =>
  `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`

const DAY_MS = 86_400_000
const WEEKS = 8

/**
 * A usual day of the same weekday: the mean of the last eight weeks since the first sale, whole and
 * up to this time of the day. Null before there is a week to look back to.
 */
export function usualDay(
  sales: readonly Date[],
  now: Date,
): { whole: number; byNow: number } | null {
  const first = sales.reduce((least, at) => Math.min(least, at.getTime()), Number.POSITIVE_INFINITY)
  const weeks = Math.min(WEEKS, Math.floor((now.getTime() - first) / (7 * DAY_MS)))
  if (weeks < 1) return null
  let [whole, byNow] = [0, 0]
  for (let week = 1; week <= weeks; week += 1) {
    const then = new Date(now.getTime() - week * 7 * DAY_MS)
    const day = almatyDay(then)
    const of = sales.filter((at) => almatyDay(at) === day)
    whole += of.length
    byNow += of.filter((at) => at <= then).length
  }
  return { whole: tenth(whole / weeks), byNow: tenth(byNow / weeks) }
}

const tenth = (value: number) => Math.round(value * 10) / 10
