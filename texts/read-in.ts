import type { Localized } from '#domain/locale.ts'

/** Offers a page in a language, each in its own: above a page whose address names no language. */
export const readIn: Localized = { kz: 'Қазақша оқу', ru: 'Читать по-русски' }
