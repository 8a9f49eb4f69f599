import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import type { CompanyFigures } from '../../company/figures.ts'
import words from '../../company/managers-texts.ts'
import { People } from '../../company/people.tsx'
import { Trust } from '../../company/trust.tsx'
import { managers } from '../../content/content.ts'
import { useLocale, useTexts } from '../../texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

export function Component({ data }: { data?: CompanyFigures }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <CompanyPage section="managers" title={t.title} lead={t.lead}>
      <People
        people={managers.map(({ id, code, name, position, about }) => ({
          href: pathOf('managers-code', locale, { code, id: String(id) }),
          name: name[locale],
          rank: position[locale],
          about: about[locale],
        }))}
      />
      <Trust {...data} />
    </CompanyPage>
  )
}
