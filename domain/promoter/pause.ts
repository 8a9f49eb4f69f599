import { almatyClock, isDay, startOfDay } from '../calendar.ts'

/**
 * Formats an edge of a pause: by its day if the pause covers the whole day, else with the hour.
 * `clock` is Almaty's.
 */
export function pauseEdge(
  instant: string,
  edge: 'begin' | 'end',
): { clock: string; hour: string | null } {
  const clock = almatyClock(isDay(instant) ? startOfDay(instant) : new Date(instant))
  const hour = clock.slice(11, 16)
  const whole = isDay(instant) || hour === (edge === 'begin' ? '00:00' : '23:59')
  return { clock, hour: whole ? null : hour }
}
