import type { Params } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import words from '../../company/managers-code-texts.ts'
import { managers } from '../../content/content.ts'
import { entryOf } from '../../content/entries.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Facts } from '../../ui/facts.tsx'
import { Prose } from '../../ui/prose.tsx'

type Data = { params: Params }

export const head = (locale: Locale, { params }: Data) => {
  const { name, position } = entryOf(managers, params)
  return {
    title: `${name[locale]} – ${position[locale].toLowerCase()}`,
    description: words[locale].description(name[locale], position[locale]),
  }
}

export function Component({ data }: { data: Data }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { name, position, since, approved, about } = entryOf(managers, data.params)
  return (
    <CompanyPage section="managers" title={name[locale]} lead={position[locale]} detail>
      <Facts
        facts={[
          { label: t.since, value: longDate(locale, since) },
          { label: t.approved, value: longDate(locale, approved) },
        ]}
      />
      <Prose parts={[{ paragraphs: about[locale] }]} />
    </CompanyPage>
  )
}
