import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { legal } from '#texts/legal.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import { Deed } from '../../company/deed.tsx'
import styles from '../../company/documents.module.css'
import words from '../../company/documents-texts.ts'
import { Papers } from '../../company/papers.tsx'
import { documents } from '../../content/content.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'

const groups = ['permission', 'clients', 'company'] as const

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

/** Headings and paragraphs of a document as lines of a small page. */
function looksOf({ text, facts, parts }: (typeof documents)[number]): boolean[] {
  const paragraphs = text
    ? legal[text].ru.parts.map((part) => part.paragraphs)
    : parts.map((part) => part.paragraphs.ru)
  return [
    ...(facts ? [false, false, true, false, false] : []),
    ...paragraphs.flatMap((part) => [true, ...part.flatMap(() => [false, false])]),
  ]
}

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <CompanyPage section="documents" title={t.title} lead={t.lead}>
      <div className={styles.page}>
        <div className={styles.groups}>
          {groups.map((group) => (
            <section key={group} aria-labelledby={group}>
              <h2 id={group} className={styles.group}>
                {t.groups[group]}
              </h2>
              <Papers
                papers={documents
                  .filter((document) => document.group === group)
                  .map((document) => ({
                    href: pathOf('documents-code', locale, {
                      code: document.code,
                      id: String(document.id),
                    }),
                    title: document.title[locale],
                    detail: document.lead[locale],
                    aside: longDate(locale, document.date),
                    looks: looksOf(document),
                  }))}
              />
            </section>
          ))}
        </div>
        <a
          className={styles.deed}
          href={pathOf('documents-code', locale, { code: 'licence', id: '1' })}
        >
          <Deed />
        </a>
      </div>
    </CompanyPage>
  )
}
