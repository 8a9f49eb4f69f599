import type { Locale } from '#domain/locale.ts'
import words from '../../ui/not-found-texts.ts'

export { NotFound as Component } from '../../ui/not-found.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].text,
})
