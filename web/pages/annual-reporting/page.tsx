import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import words from '../../company/annual-reporting-texts.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import { reports } from '../../content/content.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { EntryList } from '../../ui/entry-list.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <CompanyPage section="annual-reporting" title={t.title} lead={t.lead}>
      <EntryList
        entries={reports.map(({ id, code, title, published }) => ({
          href: pathOf('annual-reporting-code', locale, { code, id: String(id) }),
          title: title[locale],
          detail: t.published(longDate(locale, published)),
        }))}
      />
    </CompanyPage>
  )
}
