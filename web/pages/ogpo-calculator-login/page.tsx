import type { Locale } from '#domain/locale.ts'
import words from '../../purchase/login/texts.ts'

export { Login as Component } from '../../purchase/login/login.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].description,
})
