import type { Locale } from '#brand'
import { founders } from '../../content/content.ts'
import { pathOf } from '../../pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { CompanyPage } from '../../ui/company-page.tsx'
import { EntryList } from '../../ui/entry-list.tsx'
import { ShareBar } from './share-bar.tsx'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <CompanyPage section="founders" title={t.title} lead={t.lead}>
      <ShareBar parts={founders.map(({ name, share }) => ({ name: name[locale], share }))} />
      <EntryList
        entries={founders.map(({ id, code, kind, name, share }) => ({
          href: pathOf('founders-code', locale, { code, id: String(id) }),
          title: name[locale],
          detail: t.kinds[kind],
          aside: t.share(share),
        }))}
      />
    </CompanyPage>
  )
}
