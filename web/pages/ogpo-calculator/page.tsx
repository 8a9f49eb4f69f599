import type { Locale } from '#domain/locale.ts'
import words from '../../purchase/calculator-texts.ts'

export { Calculator as Component } from '../../purchase/calculator.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
