import { pathOf } from '#contract/pages.ts'
import { signInAddress } from '#domain/egov.ts'
import type { Locale } from '#domain/locale.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import { Drawing } from '../../world/drawing.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/**
 * The door of the OGPO purchase inside the government's application: one button with the consent
 * beside it, what happens next.
 */
export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div data-bleed>
      <div className={styles.sky}>
        <div className={`wrap ${styles.say}`}>
          <h1>{t.title}</h1>
          <p className={styles.lead}>{t.lead}</p>
        </div>
        <Drawing of="panorama" className={styles.scene} />
      </div>
      <div className={`deep ${styles.ground}`}>
        <div className="wrap">
          <LinkButton
            href={signInAddress(pathOf('egov-ogpo-calculator', locale))}
            icon={<ArrowIcon />}
          >
            {t.enter}
          </LinkButton>
          <p className={styles.note}>
            {t.consent}{' '}
            <a href={`${pathOf('egov-offerta', locale)}#personal-data`}>{t.consentLink}</a> ·{' '}
            <a href={pathOf('egov-offerta', locale)}>{t.offer}</a>
          </p>
        </div>
      </div>
      <div className={`frieze ${styles.hem}`} aria-hidden="true" />
      <section className={`wrap ${styles.next}`} aria-labelledby="steps">
        <h2 id="steps">{t.stepsTitle}</h2>
        <ol className={styles.steps}>
          {t.steps.map((step, index) => (
            <li key={step}>
              <span aria-hidden="true" className={styles.stop}>
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
