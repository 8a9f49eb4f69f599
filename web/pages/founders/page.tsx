import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import words from '../../company/founders-texts.ts'
import { ShareBar } from '../../company/share-bar.tsx'
import { founders } from '../../content/content.ts'
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
    <CompanyPage section="founders" title={t.title} lead={t.lead}>
      <ShareBar
        parts={founders.map(({ name, share }) => ({
          name: name[locale],
          share,
          label: t.share(share),
        }))}
      />
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
