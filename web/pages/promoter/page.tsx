import type { Locale } from '#domain/locale.ts'
import words from '../../portal/sign-in/texts.ts'

export { PortalSignIn as Component } from '../../portal/sign-in/sign-in.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})
