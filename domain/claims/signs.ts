import { type Day, startOfDay } from '../calendar.ts'
import { distanceMetres, type Point } from '../geo.ts'

/**
 * The desk is warned of an accident within so many hours of the policy's start. A guess of ours:
 * the law has no such term and nothing is refused for it.
 */
const youngHours = 72
const hourMs = 3_600_000

/**
 * Returns full hours from the policy's start to the accident; negative before it. `at`: `HH:MM` of
 * Almaty; without it the day's start counts, so that the warning errs on the side of appearing.
 */
export function hoursAfterStart(startsOn: Day, happenedOn: Day, at: string | null): number {
  const [hours = 0, minutes = 0] = (at ?? '00:00').split(':').map(Number)
  const since = startOfDay(happenedOn).getTime() - startOfDay(startsOn).getTime()
  return Math.floor((since + hours * hourMs + minutes * 60_000) / hourMs)
}

export const isYoungPolicy = (hours: number): boolean => hours >= 0 && hours < youngHours

/**
 * The desk is warned of a photograph taken so far from the place of the accident. A guess of ours:
 * people photograph a car at home too, so nothing is refused for it.
 */
const farMetres = 5_000

/**
 * Returns whole kilometres from the declared place to where a photograph was taken; null if that is
 * near enough, beyond the accuracy of the place (`accuracy`, metres).
 */
export function kilometresAway(told: Point & { accuracy: number }, taken: Point): number | null {
  const metres = distanceMetres(told, taken)
  return metres - told.accuracy > farMetres ? Math.round(metres / 1_000) : null
}
