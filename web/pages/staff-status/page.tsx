import { brand, type Locale } from '#brand'
import words from '../../desks/status/texts.ts'

export { StatusDesk as Component } from '../../desks/status/status.tsx'

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})
