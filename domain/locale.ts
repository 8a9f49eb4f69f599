/**
 * The languages of the product, and what follows from one. `kz` is Kazakh (the product's own code,
 * ISO 639 `kk`). Who adds a language adds it here; the compiler then names every table that lacks
 * it. Spec section 1.
 */
export const locales = ['kz', 'ru'] as const
export type Locale = (typeof locales)[number]

/** The language of bare addresses, and of everybody who chose none. */
export const defaultLocale: Locale = 'kz'

/** A value in every language: a label by default. */
export type Localized<T = string> = Record<Locale, T>

/** BCP 47 tags by our codes: `kz` is ours, `kk` is the world's. */
const languageTags = { kz: 'kk', ru: 'ru' } as const satisfies Localized
export type LanguageTag = (typeof languageTags)[Locale]

/** Returns the tag for `lang` and `Intl`. */
export const languageTag = (locale: Locale): LanguageTag => languageTags[locale]

/** The same with the country: `kk-KZ`. */
export const regionalTag = (locale: Locale): `${LanguageTag}-KZ` => `${languageTag(locale)}-KZ`

/** The languages as they call themselves, for people who choose one. */
export const languageNames = {
  kz: { short: 'Қаз', whole: 'Қазақша' },
  ru: { short: 'Рус', whole: 'Русский' },
} as const satisfies Localized<{ short: string; whole: string }>

export const isLocale = (text: unknown): text is Locale => locales.some((one) => one === text)

/** A language as rows and forms keep it; anything unknown is the default. */
export const parseLocale = (text: unknown): Locale => (isLocale(text) ? text : defaultLocale)

/** The language by its BCP 47 tag, with or without a country; undefined for others. */
export const localeOfTag = (tag: string): Locale | undefined =>
  locales.find((locale) => new RegExp(`^\\s*${languageTag(locale)}\\b`, 'i').test(tag))

/** The same thing made once for each language. */
export const inEveryLanguage = <T>(make: (locale: Locale) => T): Localized<T> =>
  Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Localized<T>
