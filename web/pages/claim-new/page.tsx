import type { Locale } from '#domain/locale.ts'
import words from '../../claims/harmed/head-texts.ts'

export { Harmed as Component } from '../../claims/harmed/harmed.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].description,
})
