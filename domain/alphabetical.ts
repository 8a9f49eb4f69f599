import { type Locale, languageTag } from './locale.ts'

/**
 * Returns a comparison of names by a language's alphabet: in Kazakh Ә follows А, Қ follows К, І
 * follows Ы. Lists are sorted by the language they are shown in. `server/db/connect.ts` does the
 * same in the database.
 */
export const alphabetical = (locale: Locale): ((one: string, other: string) => number) =>
  new Intl.Collator(languageTag(locale)).compare

/** The same for the options of a choice. */
export const byLabel = (locale: Locale) => {
  const compare = alphabetical(locale)
  return (one: { label: string }, other: { label: string }): number =>
    compare(one.label, other.label)
}
