import { z } from 'zod'
import { defaultLocale, inEveryLanguage, type Localized } from './locale.ts'

/** Said in every language. */
export const LocalizedText = z.object(inEveryLanguage(() => z.string()))

/**
 * The same as rows keep it: what was written before a language was added lacks that language, and
 * speaks the default one.
 */
export const KeptText = z
  .record(z.string(), z.string())
  .refine((kept) => kept[defaultLocale] !== undefined)
  .transform(
    (kept): Localized => inEveryLanguage((locale) => kept[locale] ?? kept[defaultLocale] ?? ''),
  )
