import type { Locale } from '#domain/locale.ts'
import words from '../../home/insurance/texts.ts'

export { HomeInsurance as Component } from '../../home/insurance/insurance.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
