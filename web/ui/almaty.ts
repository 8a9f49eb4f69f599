import { almatyDay, formatTime, numericMoment } from '#domain/calendar.ts'
import { longDate } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'

/** An instant as a desk writes it: `20.11.2026 14:32`, by Almaty. */
export const almatyTime = (instant: string): string => numericMoment(new Date(instant))

/** An instant as a client reads it: «20 ноября 2026 г., 14:32», by Almaty. */
export function longMoment(locale: Locale, instant: string): string {
  const at = new Date(instant)
  return `${longDate(locale, almatyDay(at))}, ${formatTime(at)}`
}
