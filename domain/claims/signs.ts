import { type Day, startOfDay } from '../calendar.ts'

/**
 * An accident within so many hours of the policy's first one is said at the desk. A guess of ours:
 * the law knows no such term and nothing is refused for it.
 */
const youngHours = 72
const hourMs = 3_600_000

/**
 * Full hours from the policy's first one to the accident; negative before it. `at`: `HH:MM` of
 * Almaty; without it the day's beginning counts, so that the sign is rather said than not.
 */
export function hoursAfterStart(startsOn: Day, happenedOn: Day, at: string | null): number {
  const [hours = 0, minutes = 0] = (at ?? '00:00').split(':').map(Number)
  const since = startOfDay(happenedOn).getTime() - startOfDay(startsOn).getTime()
  return Math.floor((since + hours * hourMs + minutes * 60_000) / hourMs)
}

export const isYoungPolicy = (hours: number): boolean => hours >= 0 && hours < youngHours
