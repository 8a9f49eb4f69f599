import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import styles from '../../company/documents.module.css'
import words from '../../company/documents-texts.ts'
import { documents } from '../../content/content.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { EntryList } from '../../ui/entry-list.tsx'

const groups = ['permission', 'clients', 'company'] as const

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <CompanyPage section="documents" title={t.title} lead={t.lead}>
      {groups.map((group) => (
        <section key={group} aria-labelledby={group}>
          <h2 id={group} className={styles.group}>
            {t.groups[group]}
          </h2>
          <EntryList
            level="h3"
            entries={documents
              .filter((document) => document.group === group)
              .map(({ id, code, title, lead, date }) => ({
                href: pathOf('documents-code', locale, { code, id: String(id) }),
                title: title[locale],
                detail: lead[locale],
                aside: longDate(locale, date),
              }))}
          />
        </section>
      ))}
    </CompanyPage>
  )
}
