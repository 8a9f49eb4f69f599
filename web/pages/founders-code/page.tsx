import type { Params } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import words from '../../company/founders-code-texts.ts'
import listWords from '../../company/founders-texts.ts'
import { founders } from '../../content/content.ts'
import { entryOf } from '../../content/entries.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Facts } from '../../ui/facts.tsx'
import { Prose } from '../../ui/prose.tsx'

type Data = { params: Params }

export const head = (locale: Locale, { params }: Data) => {
  const { name, share } = entryOf(founders, params)
  return {
    title: words[locale].pageTitle(name[locale]),
    description: words[locale].description(name[locale], listWords[locale].share(share)),
  }
}

export function Component({ data }: { data: Data }) {
  const t = useTexts(words)
  const list = useTexts(listWords)
  const locale = useLocale()
  const { name, kind, share, since, about } = entryOf(founders, data.params)
  return (
    <CompanyPage section="founders" title={name[locale]} detail>
      <Facts
        facts={[
          { label: t.kind, value: list.kinds[kind] },
          { label: t.share, value: list.share(share) },
          { label: t.since, value: longDate(locale, since) },
        ]}
      />
      <Prose parts={[{ paragraphs: about[locale] }]} />
    </CompanyPage>
  )
}
