import { inEveryLanguage, type Locale, type Localized, locales } from './locale.ts'

/** The columns that keep one thing in every language: `name_kz`, `name_ru`. */
export const localeColumns = <Name extends string>(name: Name) =>
  locales.map((locale) => `${name}_${locale}` as const)

/** Returns the text of such columns in one language. */
export const columnIn = <Name extends string>(
  row: Readonly<Record<`${Name}_${Locale}`, string>>,
  name: Name,
  locale: Locale,
): string => row[`${name}_${locale}`]

/** Returns the text of such columns in every language. */
export const columnsOf = <Name extends string>(
  row: Readonly<Record<`${Name}_${Locale}`, string>>,
  name: Name,
): Localized => inEveryLanguage((locale) => columnIn(row, name, locale))

/** Returns the columns of a text stored in every language. */
export const asColumns = <Name extends string>(name: Name, words: Localized) =>
  Object.fromEntries(locales.map((locale) => [`${name}_${locale}`, words[locale]])) as Record<
    `${Name}_${Locale}`,
    string
  >
