import type { Locale } from '#domain/locale.ts'
import words from '../../claims/notice/head-texts.ts'

export { Second as Component } from '../../claims/notice/second.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].description,
})
