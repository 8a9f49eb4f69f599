import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import type { CompanyFigures } from '../../company/figures.ts'
import words from '../../company/founders-texts.ts'
import { People } from '../../company/people.tsx'
import { ShareBar } from '../../company/share-bar.tsx'
import { Trust } from '../../company/trust.tsx'
import { founders } from '../../content/content.ts'
import { useLocale, useTexts } from '../../texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

export function Component({ data }: { data?: CompanyFigures }) {
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
      <People
        people={founders.map(({ id, code, kind, name, share, about }) => ({
          href: pathOf('founders-code', locale, { code, id: String(id) }),
          name: name[locale],
          rank: `${t.share(share)} · ${t.kinds[kind]}`,
          about: about[locale],
        }))}
      />
      <Trust {...data} />
    </CompanyPage>
  )
}
