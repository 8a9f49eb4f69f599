import { createContext, useContext } from 'react'
import {
  defaultLocale,
  type Locale,
  type Localized,
  type locales,
  parseLocale,
} from '#domain/locale.ts'

export { formatMoney as money, fromTo, longDate } from '#domain/format.ts'
export { plural } from '#domain/plural.ts'

/**
 * The words of one screen: every language of the same shape, so a forgotten translation does not
 * compile.
 */
export type Texts<T> = Localized<T>

/**
 * Checks at compile time that every language has the shape of the first; strings and functions stay
 * what they are.
 */
export const texts = <T>(words: Record<First, T> & Localized<NoInfer<T>>): Texts<T> => words
type First = (typeof locales)[0]

export const LocaleContext = createContext<Locale>(defaultLocale)

/** The language of the page being shown. */
export const useLocale = (): Locale => useContext(LocaleContext)

/** The same where React is not: the document says it. */
export const pageLocale = (): Locale => parseLocale(document.documentElement.lang)

/** The words of this screen in the language of the page. */
export const useTexts = <T>(both: Texts<T>): T => both[useLocale()]
