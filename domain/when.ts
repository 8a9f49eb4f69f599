import { almatyDay, type Day } from './calendar.ts'
import { addWorkingDays } from './claims/working-days.ts'

/** Money that came so long ago without a policy is late. A guess until the house sets it. */
export const paidIsLateMs = 60 * 60 * 1000

export const whens = ['late', 'today', 'tomorrow', 'later', 'undated'] as const
export type When = (typeof whens)[number]

/** When a paid order without a policy is due: at once, and late after an hour. */
export const whenPaid = (paidAt: Date, now: Date): When =>
  now.getTime() - paidAt.getTime() > paidIsLateMs ? 'late' : 'today'

/** When something with a day is due; `tomorrow` is the next working day. */
export function whenDue(due: Day | null, now: Date): When {
  if (due === null) return 'undated'
  const today = almatyDay(now)
  if (due <= today) return due < today ? 'late' : 'today'
  return due <= addWorkingDays(today, 1) ? 'tomorrow' : 'later'
}

/** Late first, then by the day; what has none stands at the end, the longest wait first. */
export const byWait = (
  one: { when: When; due: Day | null; since: string },
  other: { when: When; due: Day | null; since: string },
): number =>
  whens.indexOf(one.when) - whens.indexOf(other.when) ||
  (one.due ?? '').localeCompare(other.due ?? '') ||
  one.since.localeCompare(other.since)
