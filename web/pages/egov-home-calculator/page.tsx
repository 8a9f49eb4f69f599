import type { Locale } from '#domain/locale.ts'
import words from './texts.ts'

export { HomeCalculator as Component } from '../../home/calculator/calculator.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
