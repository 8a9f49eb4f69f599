import { addDays, type Day } from './calendar.ts'

/** Days before the end on which one message may go: the first of them that is still ahead. */
const daysBefore = [30, 7, 1] as const

/** A policy is for a year at most; a longer term means a mistyped year. */
const mostDays = 366

/** Policies of which one phone is reminded: a family's and a small office's cars. A guess. */
export const mostReminders = 10

/** Returns whether a policy with a reminder may end on this day. */
export const mayEndOn = (end: Day, today: Day): boolean =>
  end > addDays(today, 1) && end <= addDays(today, mostDays)

/** The day of the one message about a policy that ends on `end`. */
export const reminderDay = (end: Day, today: Day): Day =>
  daysBefore.map((days) => addDays(end, -days)).find((day) => day > today) ?? addDays(today, 1)
