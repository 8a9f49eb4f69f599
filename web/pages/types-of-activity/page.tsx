import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import words from '../../company/types-of-activity-texts.ts'
import { activities } from '../../content/content.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { EntryList } from '../../ui/entry-list.tsx'
import { CheckIcon } from '../../ui/icons.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <CompanyPage section="types-of-activity" title={t.title} lead={t.lead}>
      <EntryList
        entries={activities.map(({ id, code, title, lead, licensed }) => ({
          href: pathOf('types-of-activity-code', locale, { code, id: String(id) }),
          title: title[locale],
          detail: lead[locale],
          aside: licensed ? (
            <Chip tone="good" icon={<CheckIcon />}>
              {t.licensed}
            </Chip>
          ) : undefined,
        }))}
      />
    </CompanyPage>
  )
}
