import type { Locale } from '#domain/locale.ts'
import words from '../../purchase/result/first-texts.ts'

export { OrderResult as Component } from '../../purchase/result/result.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
