import { addDays, type Day, daysBetween } from '../calendar.ts'
import { addWorkingDays, type MovedDays } from './working-days.ts'

export const boardColumns = [
  'late',
  'today',
  'tomorrow',
  'this_week',
  'next_week',
  'later',
] as const
export type BoardColumn = (typeof boardColumns)[number]

/** Monday is 0. */
const weekday = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/**
 * Returns the board column of a deadline; `tomorrow` is the next working day, a week ends on
 * Sunday.
 */
export function columnOf(due: Day, today: Day, moved: MovedDays): BoardColumn {
  if (due <= today) return due < today ? 'late' : 'today'
  if (due <= addWorkingDays(today, 1, moved)) return 'tomorrow'
  const sunday = addDays(today, 6 - weekday(today))
  if (due <= sunday) return 'this_week'
  return due <= addDays(sunday, 7) ? 'next_week' : 'later'
}

const daysBefore = 5
const daysInAll = 30

/** The days of the strip: some that are over, today, and four weeks from it. */
export const heatDays = (today: Day): Day[] =>
  Array.from({ length: daysInAll }, (_, at) => addDays(today, at - daysBefore))

/**
 * Returns a claim's progress through its fifteen working days: each with its day and whether it is
 * over.
 */
export function lawDays(
  from: Day,
  today: Day,
  n: number,
  moved: MovedDays,
): { day: Day; gone: boolean }[] {
  let day = from
  return Array.from({ length: n }, () => {
    day = addWorkingDays(day, 1, moved)
    return { day, gone: daysBetween(day, today) > 0 }
  })
}
