import { almatyDay, type Day, endOfDay } from './calendar.ts'
import { addWorkingDays, type MovedDays } from './claims/working-days.ts'
import { addMs } from './lifetimes.ts'
import { needs } from './waiting.ts'

/**
 * Acts of the desks with an allowance in minutes in the reference (`act_allowances`); those of a
 * claim and of the tariff have days of their own.
 */
export const allowedActs = [
  ...needs,
  'sign_refund',
  'match',
  'sign_list',
  'sign_unblock',
  'answer',
  'call_back',
  'bill',
  'approve_change',
] as const
export type AllowedAct = (typeof allowedActs)[number]
/** Minutes an act may wait if the reference has no row of it. */
export const usualActAllowance = 24 * 60

export const dueGroups = ['late', 'today', 'tomorrow', 'later', 'undated'] as const
export type DueGroup = (typeof dueGroups)[number]

/** When an act that began to wait `since` is late, and how near that is. */
export function dueAllowed(
  since: Date,
  minutes: number,
  now: Date,
  moved: MovedDays,
): { breaks: Date; when: DueGroup } {
  const breaks = addMs(since, minutes * 60_000)
  return { breaks, when: breaks <= now ? 'late' : dueGroupOf(almatyDay(breaks), now, moved) }
}

/** The last moment of a day by which something is due. */
export const breaksOn = (due: Day): Date => endOfDay(due)

/** When something with a day is due; `tomorrow` is the next working day. */
export function dueGroupOf(due: Day | null, now: Date, moved: MovedDays): DueGroup {
  if (due === null) return 'undated'
  const today = almatyDay(now)
  if (due <= today) return due < today ? 'late' : 'today'
  return due <= addWorkingDays(today, 1, moved) ? 'tomorrow' : 'later'
}

/** Compares by what becomes overdue next; then by the longest wait. */
export const byBreak = (
  one: { breaks_at: string; since: string },
  other: { breaks_at: string; since: string },
): number => one.breaks_at.localeCompare(other.breaks_at) || one.since.localeCompare(other.since)
