import { addDays, addMonths, type Day, daysBetween } from '../calendar.ts'

/** Periods of a promoter's review. */
export const salePeriods = ['today', 'week', 'month', 'last_month'] as const
export type SalePeriod = (typeof salePeriods)[number]

/** The days of a period, both included, as of `today`; a week begins on Monday. */
export function daysOfPeriod(period: SalePeriod, today: Day): { from: Day; to: Day } {
  const month = `${today.slice(0, 8)}01`
  if (period === 'today') return { from: today, to: today }
  if (period === 'month') return { from: month, to: today }
  if (period === 'last_month') return { from: addMonths(month, -1), to: addDays(month, -1) }
  // 5 January 1970 was a Monday.
  return { from: addDays(today, -(daysBetween('1970-01-05', today) % 7)), to: today }
}
