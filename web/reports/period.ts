import { addDays, isDay } from '#domain/calendar.ts'
import type { Locale, Localized } from '#domain/locale.ts'
import { months } from '#domain/months.ts'

/**
 * Period of an address: its two days in either order, else the month up to today. Days of Almaty,
 * both included.
 */
export type Period = { from: string; to: string }

export function periodOf(query: URLSearchParams, today: string): Period {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  if (!isDay(from) || !isDay(to)) return monthOf(today)
  return from <= to ? { from, to } : { from: to, to: from }
}

const monthOf = (today: string) => ({ from: `${today.slice(0, 8)}01`, to: today })

/** The periods one press away. */
export function quickPeriods(today: string) {
  const before = addDays(`${today.slice(0, 8)}01`, -1)
  return {
    today: { from: today, to: today },
    month: monthOf(today),
    previous: { from: `${before.slice(0, 8)}01`, to: before },
  }
}

/**
 * «2026 ж. қараша», «ноябрь 2026 г.» of `2026-11`; many browsers do not know the months of Kazakh.
 */
export const monthName = (month: string, locale: Locale): string => monthNames[locale](month)

const monthNames: Localized<(month: string) => string> = {
  kz: (month) => `${month.slice(0, 4)}\u00a0ж. ${months.kz[Number(month.slice(5)) - 1]}`,
  ru: (month) =>
    new Date(`${month}-15T00:00:00Z`).toLocaleDateString('ru', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
}
