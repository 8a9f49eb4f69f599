import type { Locale } from '#domain/locale.ts'
import type { CallbackData } from '../../egov/sign-in.tsx'
import words from '../../egov/texts.ts'

export { SignIn as Component } from '../../egov/sign-in.tsx'

export const head = (locale: Locale, { problem }: CallbackData) => ({
  title: words[locale].problems[problem].title,
  description: words[locale].description,
})
