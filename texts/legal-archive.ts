import type { Locale } from '#domain/locale.ts'
import { type LegalText, legal } from './legal.ts'
import homeTerms20261122 from './legal-earlier/homeTerms-2026-11-22.json' with { type: 'json' }
import personalData20261101 from './legal-earlier/personalData-2026-11-01.json' with {
  type: 'json',
}
import terms20261101 from './legal-earlier/terms-2026-11-01.json' with { type: 'json' }
import { textVersions } from './legal-versions.ts'

export type LegalName = keyof typeof textVersions

/**
 * Texts that were in force earlier, by version: when a text changes, its old form is moved here
 * with its version, so that a client always finds what they accepted on the day of purchase. A text
 * of a version never changes (legal-archive.test.ts holds their hashes).
 */
const archive: Partial<Record<LegalName, Record<string, Record<Locale, LegalText>>>> = {
  homeTerms: { '2026-11-22': homeTerms20261122 },
  terms: { '2026-11-01': terms20261101 },
  personalData: { '2026-11-01': personalData20261101 },
}

/** The text as it was in this version; null for one we never had. */
export const legalOf = (name: LegalName, version: string, locale: Locale): LegalText | null =>
  (version === textVersions[name] ? legal[name] : archive[name]?.[version])?.[locale] ?? null
