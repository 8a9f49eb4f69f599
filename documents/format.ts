import { type Day, numericMoment } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import { inEveryLanguage, type Locale, type Localized, languageTag } from '#domain/locale.ts'
import { formatCoefficient } from '#domain/money.ts'
import { months } from '#domain/months.ts'
import type { Instant } from './facts.ts'

const nbsp = '\u00a0'

/**
 * Formats a day in the style of acts (glossary, "in legal documents"): '2026 жылғы 20 қараша', '20
 * ноября 2026 года'; on one line.
 */
export function legalDay(day: Day, locale: Locale): string {
  const [year, month, date] = day.split('-')
  const name = months[locale][Number(month) - 1]
  return legalForms[locale](Number(year), name ?? '', Number(date)).join(nbsp)
}

type DayParts = (year: number, month: string, day: number) => (string | number)[]
const legalForms: Localized<DayParts> = {
  kz: (year, month, day) => [year, 'жылғы', day, month],
  ru: (year, month, day) => [day, month, year, 'года'],
}

/** An instant in Almaty time: '20.11.2026 14:05'. */
export const moment = (at: Instant): string => numericMoment(new Date(at), nbsp)

/** A sum with its fraction, as it enters a calculation: '8217.5' → '8 217,5 ₸'. */
export function exactTenge(sum: string): string {
  const [whole, fraction] = formatCoefficient(sum).split(',')
  return `${groupDigits(Number(whole))}${fraction ? `,${fraction}` : ''}${nbsp}₸`
}

const monthWords: Localized<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }> = {
  kz: { other: 'ай' },
  ru: { one: 'месяц', few: 'месяца', many: 'месяцев', other: 'месяца' },
}
const pluralRules = inEveryLanguage((locale) => new Intl.PluralRules(languageTag(locale)))

/** '12 ай', '6 месяцев'. */
export function monthCount(count: number, locale: Locale): string {
  const rule = pluralRules[locale].select(count)
  return `${count}${nbsp}${monthWords[locale][rule] ?? monthWords[locale].other}`
}

/**
 * A plate with spaces between its groups: '123ABC02' → '123 ABC 02'; unknown forms stay as they
 * are.
 */
export function spacedPlate(plate: string): string {
  const groups =
    /^(\d{2,3})([A-Z]{2,3})(\d{2})$/.exec(plate) ?? /^([A-Z])(\d{3})([A-Z]{2,3})$/.exec(plate)
  return groups ? groups.slice(1).join(nbsp) : plate
}
