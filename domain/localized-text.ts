import { z } from 'zod'
import { defaultLocale, inEveryLanguage, type Localized } from './locale.ts'

/** A text in every language. */
export const LocalizedText = z.object(inEveryLanguage(() => z.string()))

/**
 * The same as stored in rows: a text from before a language was added lacks that language, and
 * falls back to the default one.
 */
export const KeptText = z
  .record(z.string(), z.string())
  .refine((kept) => kept[defaultLocale] !== undefined)
  .transform(
    (kept): Localized => inEveryLanguage((locale) => kept[locale] ?? kept[defaultLocale] ?? ''),
  )
