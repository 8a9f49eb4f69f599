import type { Locale } from '#domain/locale.ts'

export type DocumentKind = 'policy' | 'covernote' | 'slip' | 'applicantForm'

type Words = Readonly<Record<Locale, string>>

/** Names of the four OGPO documents, on screens, in letters and on the documents themselves. */
export const documentNames = {
  policy: { kz: 'Сақтандыру полисі', ru: 'Страховой полис' },
  covernote: { kz: 'Ковернота', ru: 'Ковернота' },
  slip: { kz: 'Слип', ru: 'Слип' },
  applicantForm: { kz: 'Өтініш-сауалнама', ru: 'Заявление-анкета' },
} as const satisfies Record<DocumentKind, Words>

/**
 * The same names in Latin letters, for names of files: they survive every mail program and file
 * system.
 */
export const documentFileNames = {
  policy: { kz: 'polis', ru: 'polis' },
  covernote: { kz: 'kovernota', ru: 'kovernota' },
  slip: { kz: 'slip', ru: 'slip' },
  applicantForm: { kz: 'otinish-saualnama', ru: 'zayavlenie-anketa' },
} as const satisfies Record<DocumentKind, Words>
