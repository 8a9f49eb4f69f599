/**
 * The country's own clock, apart from the calendar: a page that only asks which day it is loads no
 * more.
 */

/**
 * The whole country keeps UTC+5 without summer time since 2024-03-01 (docs/law/ogpo-rules.md section 6);
 * fixed here, since old zone databases say +6.
 */
export const almatyOffsetMs = 5 * 3_600_000

const there = (instant: Date): string => new Date(instant.getTime() + almatyOffsetMs).toISOString()

/** The Almaty day of an instant, `YYYY-MM-DD`. */
export const almatyDay = (instant: Date): string => there(instant).slice(0, 10)

/** The time of day in Almaty: `14:05`, `14:05:09`. */
export const formatTime = (instant: Date, seconds = false): string =>
  there(instant).slice(11, seconds ? 19 : 16)

export const yearOf = (day: string): number => Number(day.slice(0, 4))
