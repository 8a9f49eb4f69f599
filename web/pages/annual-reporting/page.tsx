import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import words from '../../company/annual-reporting-texts.ts'
import styles from '../../company/charts.module.css'
import { YearChart } from '../../company/charts.tsx'
import { CompanyPage } from '../../company/company-page.tsx'
import { Papers } from '../../company/papers.tsx'
import { yearsOf } from '../../company/years.ts'
import { reports } from '../../content/content.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

/** Rows of the reports that say most to who does not read reports. */
const told = ['Брокердің комиссиялық сыйақысы', 'Меншікті капитал', 'Таза пайда']

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  const [newest] = reports
  return (
    <CompanyPage section="annual-reporting" title={t.title} lead={t.lead}>
      <div className={styles.charts}>
        {told.map((label) => {
          const years = yearsOf(reports, label)
          return years ? (
            <YearChart
              key={label}
              title={years.label[locale]}
              unit={t.millions}
              years={years.sums}
            />
          ) : null
        })}
      </div>
      <section aria-labelledby="reports">
        <h2 id="reports">{t.reports}</h2>
        <Papers
          papers={reports.map(({ id, code, title, published, tables }) => ({
            href: pathOf('annual-reporting-code', locale, { code, id: String(id) }),
            title: title[locale],
            detail: t.published(longDate(locale, published)),
            looks: tables.flatMap(({ rows }) => rows.map(({ total }) => total === true)),
          }))}
        />
      </section>
      {newest ? <p>{newest.auditor[locale]}</p> : null}
    </CompanyPage>
  )
}
