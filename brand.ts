import type { Localized } from '#domain/locale.ts'

/** In addresses and names of files. Apart, so that a page's script takes it without the rest. */
export const brandCode = 'qorgan'

/**
 * Everything that belongs to the broker who runs the product: another broker edits this file, its
 * colours in domain/colours.ts, and nothing else.
 */
export const brand = {
  code: brandCode,
  name: { kz: 'Қорған', ru: 'Қорған' } satisfies Localized,
  latin: 'Qorgan',
  /** Sample data: the real company supplies its own (marked so on screen through `sample`). */
  sample: true,
  legalName: {
    kz: '«Qorgan сақтандыру брокері» ЖШС',
    ru: 'ТОО «Страховой брокер Qorgan»',
  } satisfies Localized,
  bin: '180440099996',
  licence: { number: '2.3.99', date: '2026-01-15' },
  address: {
    kz: 'Алматы қаласы, Абай даңғылы,\u00a099',
    ru: 'г.\u00a0Алматы, проспект Абая,\u00a099',
  } satisfies Localized,
  email: 'info@qorgan.example',
  callCentre: '1414',
} as const
