import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import styles from '../../company/activities.module.css'
import { CompanyPage } from '../../company/company-page.tsx'
import { Deed } from '../../company/deed.tsx'
import words from '../../company/types-of-activity-texts.ts'
import { activities } from '../../content/content.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ErrorIcon, SuccessIcon } from '../../ui/icons.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].pageTitle,
  description: words[locale].lead,
})

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <CompanyPage section="types-of-activity" title={t.title} lead={t.lead}>
      <div className={styles.parts}>
        <a
          className={styles.licence}
          href={pathOf('documents-code', locale, { code: 'licence', id: '1' })}
        >
          <Deed />
          <span>{t.check}</span>
        </a>
        <section aria-labelledby="we-do">
          <h2 id="we-do">{t.weDo}</h2>
          <ul className={styles.list}>
            {activities.map(({ id, code, title, lead, licensed }) => (
              <li key={id}>
                <SuccessIcon className={styles.yes} />
                <h3>
                  <a href={pathOf('types-of-activity-code', locale, { code, id: String(id) })}>
                    {title[locale]}
                  </a>
                </h3>
                <p>
                  {lead[locale]}
                  {licensed ? ` ${t.licensed}.` : ''}
                </p>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="we-do-not">
          <h2 id="we-do-not">{t.weDoNot}</h2>
          <ul className={styles.list}>
            {t.not.map(([title, text]) => (
              <li key={title}>
                <ErrorIcon />
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </CompanyPage>
  )
}
