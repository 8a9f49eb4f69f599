import { type Day, isDay } from '../calendar.ts'
import { allowedMonths, earliestStart, latestStart } from './period.ts'

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
