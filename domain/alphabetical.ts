import { type Locale, languageTag } from './locale.ts'

/**
 * Compares two names as the alphabet of a language has them: in Kazakh Ә stands behind А, Қ behind
 * К, І behind Ы. Lists are sorted by the language they are shown in. In the database the same is
 * `server/db/connect.ts`.
 */
export const alphabetical = (locale: Locale): ((one: string, other: string) => number) =>
  new Intl.Collator(languageTag(locale)).compare

/** The same for the options of a choice. */
export const byLabel = (locale: Locale) => {
  const compare = alphabetical(locale)
  return (one: { label: string }, other: { label: string }): number =>
    compare(one.label, other.label)
}
