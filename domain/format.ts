import type { Locale, Localized } from './locale.ts'
import type { Tenge } from './money.ts'
import { months } from './months.ts'

/**
 * How sums and days are written: the same on screens, in documents, in messages (glossary,
 * "Numbers, dates, plurals"). Every page loads it: no code of others here. Days in figures are in
 * calendar.ts. What must stay on one line is joined by no-break spaces.
 */

/** A whole number in groups of three: `36 094`. */
export const groupDigits = (n: number): string => {
  const digits = String(Math.abs(Math.round(n))).replace(/\B(?=(\d{3})+$)/g, '\u00a0')
  return n < 0 ? `−${digits}` : digits
}

/** A sum: `36 094 ₸`, in every language. */
export const formatMoney = (tenge: Tenge): string => `${groupDigits(tenge)}\u00a0₸`

/**
 * A day in words, of `2026-11-20` or of what begins so: «2026 ж. 20 қараша», «20 ноября 2026 г.».
 */
export function longDate(locale: Locale, day: string): string {
  const [year = 0, month = 1, date = 0] = day.slice(0, 10).split('-').map(Number)
  return longForms[locale](year, months[locale][month - 1] ?? '', date)
}

const longForms: Localized<(year: number, month: string, date: number) => string> = {
  kz: (year, month, date) => `${year}\u00a0ж. ${date}\u00a0${month}`,
  ru: (year, month, date) => `${date}\u00a0${month} ${year}\u00a0г.`,
}

/** From one day to another; a line ends between the two days, never inside one. */
export const fromTo = (locale: Locale, start: string, end: string): string =>
  [start, end].map((day) => longDate(locale, day).replaceAll(' ', '\u00a0')).join('\u00a0– ')

/** Formats a sum from another system: with its tiyn if any, «837,38 ₸». */
export function formatTiyn(tenge: number): string {
  const tiyn = Math.round(tenge * 100)
  if (tiyn % 100 === 0) return formatMoney(tiyn / 100)
  const whole = Math.trunc(Math.abs(tiyn) / 100)
  const decimals = String(Math.abs(tiyn) % 100).padStart(2, '0')
  return `${tiyn < 0 ? '−' : ''}${groupDigits(whole)},${decimals}\u00A0₸`
}
