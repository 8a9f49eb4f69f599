import type { Locale } from '#domain/locale.ts'
import words from '../../hand-off/texts.ts'

export { HandOff as Component } from '../../hand-off/hand-off.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
