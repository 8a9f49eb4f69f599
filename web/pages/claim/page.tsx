import type { Locale } from '#domain/locale.ts'
import words from '../../claims/way/head-texts.ts'

export { ClaimWay as Component } from '../../claims/way/claim-way.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
