import type { Locale } from '#domain/locale.ts'
import { type LegalText, legal } from './legal.ts'
import { textVersions } from './legal-versions.ts'

export type LegalName = keyof typeof textVersions

/**
 * Texts that were in force earlier, by version. Empty until the first text changes after the launch:
 * then its old form is moved here with its version, so that a client always finds what they accepted
 * on the day of purchase. A text of a version never changes (legal-archive.test.ts holds the hashes).
 */
export const earlierTexts: Partial<Record<LegalName, Record<string, Record<Locale, LegalText>>>> =
  {}

/** The text as it was in this version; null for one we never had. */
export const legalOf = (name: LegalName, version: string, locale: Locale): LegalText | null =>
  (version === textVersions[name] ? legal[name] : earlierTexts[name]?.[version])?.[locale] ?? null
