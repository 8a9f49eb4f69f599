import type { Locale } from '#domain/locale.ts'
import words from '../../purchase/add-drivers/texts.ts'

export { OwnPolicy as Component } from '../../purchase/add-drivers/own-policy.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
