import type { Locale } from '#domain/locale.ts'
import { percent } from '#domain/percent.ts'

/** A unit in which the sums of one chart are short: the name and how many tenge it has. */
export type Unit = { tenge: number; name: string }

const names = {
  kz: { million: 'млн\u00a0₸', thousand: 'мың\u00a0₸' },
  ru: { million: 'млн\u00a0₸', thousand: 'тыс.\u00a0₸' },
} as const satisfies Record<Locale, Record<string, string>>

/** Returns a chart's unit by its largest sum: millions, thousands or tenge. */
export function unitOf(largest: number, locale: Locale): Unit {
  if (largest >= 1_000_000) return { tenge: 1_000_000, name: names[locale].million }
  if (largest >= 10_000) return { tenge: 1_000, name: names[locale].thousand }
  return { tenge: 1, name: '₸' }
}

/** A number with so many digits after the comma at most, in groups of three: `1 204,5`. */
export function decimal(value: number, digits = 1): string {
  const [whole = '', rest = ''] = Math.abs(value).toFixed(digits).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')
  const tail = rest.replace(/0+$/, '')
  const sign = value < 0 && Number(`${whole}.${rest}`) !== 0 ? '\u2212' : ''
  return `${sign}${grouped}${tail ? `,${tail}` : ''}`
}

/** A sum in a unit, without its name. */
export const inUnit = (tenge: number, unit: Unit): string =>
  decimal(tenge / unit.tenge, unit.tenge === 1 ? 0 : 1)

/** Formats the change since before, percent with its sign; null if there was nothing before. */
export function changeOf(now: number, before: number, locale: Locale): string | null {
  if (before <= 0) return null
  const change = decimal(((now - before) / before) * 100)
  return percent[locale](
    change.startsWith('\u2212') ? change.replace('\u2212', '\u2212\u00a0') : `+\u00a0${change}`,
  )
}
