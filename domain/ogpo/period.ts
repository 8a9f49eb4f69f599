import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  daysBetween,
  isDay,
  lastOfMonth,
  yearOf,
} from '../calendar.ts'
import { defaultMonths, maxStartDaysAhead } from '../constants.ts'

/** A seasonal contract lasts at least six months (law 446-II art. 13). */
const seasonalMinMonths = 6

/** What is wrong with a start date or a term; texts are kept by these codes. */
export type PeriodProblem =
  | 'not_a_day'
  | 'start_too_early'
  | 'start_too_late'
  | 'months_not_allowed'
  | 'seasonal_required'
export type PeriodFinding = { path: 'order.dateStart' | 'order.period'; message: PeriodProblem }

/** Tomorrow (spec section 5). */
export function earliestStart(today: Day): Day {
  return addDays(today, 1)
}

/** 90 days ahead (spec section 9, "Contract start"). */
export function latestStart(today: Day): Day {
  return addDays(today, maxStartDaysAhead)
}

/**
 * The last day of cover: 12 months from 2026-11-21 end on 2027-11-20; where the last month lacks
 * the date, on its last day.
 */
export function endDay(start: Day, months: number): Day {
  const target = addMonths(start, months)
  const same = dayOf(yearOf(target), Number(target.slice(5, 7)), Number(start.slice(8, 10)))
  return same === null ? lastOfMonth(target) : addDays(same, -1)
}

/** Days of cover, first and last included. */
export function termDays(start: Day, months: number): number {
  return daysBetween(start, endDay(start, months)) + 1
}

/** 12 months, and 6–11 only with the seasonal agreement (law art. 13; decisions, "Prices"). */
export function allowedMonths(seasonal: boolean): number[] {
  return seasonal ? [6, 7, 8, 9, 10, 11, defaultMonths] : [defaultMonths]
}

/** Everything wrong with the period that the request alone proves (422). */
export function checkPeriod(
  period: { start: string; months: number; seasonal: boolean },
  today: Day,
): PeriodFinding[] {
  const start = startProblem(period.start, today)
  const months = monthsProblem(period.months, period.seasonal)
  return [
    ...(start === null ? [] : [{ path: 'order.dateStart' as const, message: start }]),
    ...(months === null ? [] : [{ path: 'order.period' as const, message: months }]),
  ]
}

/**
 * Prolongation starts at the later of tomorrow and the day after the old end; further than 90 days
 * ahead it must wait (decisions, "Prices").
 */
export function prolongStart(oldEnd: Day, today: Day): { start: Day } | { tooEarlyUntil: Day } {
  const after = addDays(oldEnd, 1)
  if (after > latestStart(today)) return { tooEarlyUntil: addDays(after, -maxStartDaysAhead) }
  return { start: after > earliestStart(today) ? after : earliestStart(today) }
}

export type Cover = { start: Day; end: Day }
/** `days` covered twice or not at all, first and last of them. */
export type CoverWarning = { kind: 'overlap' | 'gap'; days: number; from: Day; to: Day }

/**
 * How a new contract from `start` meets the policies a car already has: the longest overlap, else
 * the uninsured days before it, else null. Without `end` the new contract is taken as a year's;
 * uninsured days before `today` are past and not counted.
 */
export function overlap(
  existing: Cover[],
  start: Day,
  more: { end?: Day; today?: Day } = {},
): CoverWarning | null {
  const end = more.end ?? endDay(start, defaultMonths)
  const overlaps = existing
    .map((old) => span('overlap', later(old.start, start), earlier(old.end, end)))
    .filter((found) => found.days > 0)
  const [longest] = overlaps.sort((a, b) => b.days - a.days)
  if (longest) return longest

  const [lastEnd] = existing
    .map((old) => old.end)
    .filter((day) => day < start)
    .sort((a, b) => b.localeCompare(a))
  if (lastEnd === undefined) return null
  const gap = span('gap', later(addDays(lastEnd, 1), more.today ?? lastEnd), addDays(start, -1))
  return gap.days > 0 ? gap : null
}

function startProblem(start: string, today: Day): PeriodProblem | null {
  if (!isDay(start)) return 'not_a_day'
  if (start < earliestStart(today)) return 'start_too_early'
  return start > latestStart(today) ? 'start_too_late' : null
}

function monthsProblem(months: number, seasonal: boolean): PeriodProblem | null {
  if (allowedMonths(seasonal).includes(months)) return null
  return months >= seasonalMinMonths && allowedMonths(true).includes(months)
    ? 'seasonal_required'
    : 'months_not_allowed'
}

const later = (a: Day, b: Day): Day => (a > b ? a : b)
const earlier = (a: Day, b: Day): Day => (a < b ? a : b)
const span = (kind: CoverWarning['kind'], from: Day, to: Day): CoverWarning => ({
  kind,
  from,
  to,
  days: daysBetween(from, to) + 1,
})
