import { pathOf } from '#contract/pages.ts'
import { type Locale, locales } from '#domain/locale.ts'
import { templateAddress, templateNames } from '#texts/templates.ts'
import { pageTitles } from '../../page-titles.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DocumentIcon, DownloadIcon } from '../../ui/icons.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

export function Component() {
  const t = useTexts(words)
  const titles = useTexts(pageTitles)
  const locale = useLocale()
  // The language of the page first.
  const order = [...locales].sort((a, b) => Number(b === locale) - Number(a === locale))
  return (
    <>
      <PageHead
        title={t.heading}
        lead={t.lead}
        trail={{
          label: t.trail,
          links: [{ title: titles.index, href: pathOf('index', locale) }],
        }}
      />
      <div className={styles.templates}>
        {templateNames.map((name) => (
          <Card key={name} as="article" className={styles.template}>
            <DocumentIcon className={styles.icon} />
            <h2 className={styles.name}>{t.templates[name].name}</h2>
            <p className={styles.text}>{t.templates[name].text}</p>
            <div className={styles.files}>
              {order.map((language) => (
                <LinkButton
                  key={language}
                  href={templateAddress(name, language)}
                  variant={language === locale ? 'primary' : 'secondary'}
                  icon={<DownloadIcon />}
                  download
                >
                  {t.download[language]}
                  <span className="visually-hidden">: {t.templates[name].name}</span>
                </LinkButton>
              ))}
            </div>
          </Card>
        ))}
      </div>
      <section className={styles.next}>
        <h2>{t.next}</h2>
        <p>
          {t.nextText} <a href={`${pathOf('auto-insurance', locale)}#claim`}>{t.nextLink}</a>
        </p>
      </section>
    </>
  )
}
