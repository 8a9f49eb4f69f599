import { brand, type Locale } from '#brand'
import words from '../../reports/texts.ts'

export { ReportsDesk as Component } from '../../reports/reports.tsx'

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})
