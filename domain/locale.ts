/**
 * The two languages of the product; `kz` is Kazakh (the product's own code, ISO 639 `kk`). Spec
 * section 1.
 */
export type Locale = 'kz' | 'ru'

/** A language as rows keep it; anything unknown is the default. */
export const parseLocale = (text: string): Locale => (text === 'ru' ? 'ru' : 'kz')

/** A label kept in both languages. */
export type Both = { kz: string; ru: string }
