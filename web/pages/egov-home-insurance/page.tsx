import type { Locale } from '#brand'
import words from '../../home/insurance/texts.ts'

export { HomeInsurance as Component } from '../../home/insurance/insurance.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
