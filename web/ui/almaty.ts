import { almatyDay, formatDay } from '#domain/calendar.ts'

const almatyOffsetMs = 5 * 3_600_000

/** An instant as a desk writes it: `20.11.2026 14:32`, by Almaty. */
export function almatyTime(instant: string): string {
  const at = new Date(instant)
  const clock = new Date(at.getTime() + almatyOffsetMs).toISOString().slice(11, 16)
  return `${formatDay(almatyDay(at), 'ru', 'numeric')} ${clock}`
}
