import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import words from '../../company/managers-texts.ts'
import { managers } from '../../content/content.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { EntryList } from '../../ui/entry-list.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <CompanyPage section="managers" title={t.title} lead={t.lead}>
      <EntryList
        entries={managers.map(({ id, code, name, position }) => ({
          href: pathOf('managers-code', locale, { code, id: String(id) }),
          title: name[locale],
          detail: position[locale],
        }))}
      />
    </CompanyPage>
  )
}
