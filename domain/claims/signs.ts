import { type Day, startOfDay } from '../calendar.ts'
import { distanceMetres, type Point } from '../geo.ts'

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

/**
 * A photograph taken so far from the place of the accident is said at the desk. A guess of ours: a car
 * is photographed at home too, so nothing is refused for it.
 */
const farMetres = 5_000

/**
 * Whole kilometres from the place that was told to where a photograph was taken; null where that is
 * near enough, beyond how exactly the place is known (`accuracy`, metres).
 */
export function kilometresAway(told: Point & { accuracy: number }, taken: Point): number | null {
  const metres = distanceMetres(told, taken)
  return metres - told.accuracy > farMetres ? Math.round(metres / 1_000) : null
}
