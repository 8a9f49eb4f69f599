import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { orderWords as words } from '../../reports/texts.ts'

export { ReportsDesk as Component } from '../../reports/reports.tsx'

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})
