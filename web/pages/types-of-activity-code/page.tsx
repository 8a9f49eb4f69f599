import type { Params } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import listWords from '../../company/types-of-activity-texts.ts'
import { activities } from '../../content/content.ts'
import { entryOf } from '../../content/entries.ts'
import { useLocale } from '../../texts.ts'
import { Prose } from '../../ui/prose.tsx'

type Data = { params: Params }

export const head = (locale: Locale, { params }: Data) => {
  const { title, lead } = entryOf(activities, params)
  return {
    title: `${title[locale]} – ${listWords[locale].title.toLowerCase()}`,
    description: lead[locale],
  }
}

export function Component({ data }: { data: Data }) {
  const locale = useLocale()
  const { title, lead, about } = entryOf(activities, data.params)
  return (
    <CompanyPage section="types-of-activity" title={title[locale]} lead={lead[locale]} detail>
      <Prose parts={[{ paragraphs: about[locale] }]} />
    </CompanyPage>
  )
}
