import type { Locale } from '#brand'
import { managers } from '../../content/content.ts'
import { pathOf } from '../../pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { CompanyPage } from '../../ui/company-page.tsx'
import { EntryList } from '../../ui/entry-list.tsx'
import words from './texts.ts'

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
