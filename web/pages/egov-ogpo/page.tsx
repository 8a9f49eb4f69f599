import type { Locale } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { signInAddress } from '#domain/egov.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/**
 * The door of the OGPO purchase inside the government's application: what happens, the consent, one
 * button.
 */
export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={styles.door}>
      <header className={styles.head}>
        <h1>{t.title}</h1>
        <p className={styles.lead}>{t.lead}</p>
      </header>
      <section aria-labelledby="steps">
        <h2 id="steps" className={styles.title}>
          {t.stepsTitle}
        </h2>
        <ol className={styles.steps}>
          {t.steps.map((step, index) => (
            <li key={step}>
              <span aria-hidden="true" className={styles.number}>
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
      <div className={styles.enter}>
        <LinkButton href={signInAddress(pathOf('egov-ogpo-calculator', locale))} wide>
          {t.enter}
        </LinkButton>
        <p className={styles.note}>
          {t.consent}{' '}
          <a href={`${pathOf('egov-offerta', locale)}#personal-data`}>{t.consentLink}</a> ·{' '}
          <a href={pathOf('egov-offerta', locale)}>{t.offer}</a>
        </p>
      </div>
    </div>
  )
}
