import type { Locale } from '#domain/locale.ts'
import words from '../../not-me/texts.ts'

export { NotMe as Component } from '../../not-me/not-me.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
