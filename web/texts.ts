import { createContext, useContext } from 'react'
import {
  defaultLocale,
  type Locale,
  type Localized,
  languageTag,
  parseLocale,
} from '#domain/locale.ts'
import { months } from '#domain/months.ts'

/**
 * The words of one screen: every language of the same shape, so a forgotten translation does not
 * compile.
 */
export type Texts<T> = Localized<T>

/**
 * Checks at compile time that both languages have the same shape; strings and functions stay what
 * they are.
 */
export const texts = <T>(both: { kz: T; ru: NoInfer<T> }): Texts<T> => both

export const LocaleContext = createContext<Locale>(defaultLocale)

/** The language of the page being shown. */
export const useLocale = (): Locale => useContext(LocaleContext)

/** The same where React is not: the document says it. */
export const pageLocale = (): Locale => parseLocale(document.documentElement.lang)

/** The words of this screen in the language of the page. */
export const useTexts = <T>(both: Texts<T>): T => both[useLocale()]

export type Forms = { one: string; few?: string; many?: string; other: string }

/**
 * The form of a word after a number; `{n}` in the form is replaced by the number. Kazakh nouns need
 * only `other`.
 */
export function plural(locale: Locale, n: number, forms: Forms): string {
  const rule = new Intl.PluralRules(languageTag(locale)).select(n)
  const form =
    (rule === 'one' || rule === 'few' || rule === 'many' ? forms[rule] : undefined) ?? forms.other
  return form.replaceAll('{n}', String(n))
}

/** A sum as people write it: `36 094 ₸` with no-break spaces. The argument is whole tenge. */
export const money = (tenge: number): string =>
  `${String(Math.round(tenge)).replace(/\B(?=(\d{3})+$)/g, '\u00a0')}\u00a0₸`

/**
 * A calendar date (`2026-11-20`) as people write it: «2026 ж. 20 қараша», «20 ноября 2026 г.». The HTML made at build and the browser give the same letters and spaces.
 */
export function longDate(locale: Locale, date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number)
  const name = months[locale][(month ?? 1) - 1]
  return longForms[locale](year ?? 0, name ?? '', day ?? 0)
}

const longForms: Localized<(year: number, month: string, day: number) => string> = {
  kz: (year, month, day) => `${year}\u00a0ж. ${day}\u00a0${month}`,
  ru: (year, month, day) => `${day}\u00a0${month} ${year}\u00a0г.`,
}

/** From one day to another; a line ends between the two dates, never inside one. */
export const fromTo = (locale: Locale, start: string, end: string): string =>
  [start, end].map((date) => longDate(locale, date).replaceAll(' ', '\u00a0')).join('\u00a0– ')
