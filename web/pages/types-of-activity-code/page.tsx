import type { Locale } from '#brand'
import { activities } from '../../content/content.ts'
import { entryOf } from '../../content/entries.ts'
import type { Params } from '../../pages.ts'
import { useLocale } from '../../texts.ts'
import { CompanyPage } from '../../ui/company-page.tsx'
import { Prose } from '../../ui/prose.tsx'
import listWords from '../types-of-activity/texts.ts'

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
