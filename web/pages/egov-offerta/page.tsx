import type { Locale } from '#domain/locale.ts'
import { legal } from '#texts/legal.ts'
import { offerta } from '#texts/offerta.ts'
import { useLocale } from '../../texts.ts'
import { Prose } from '../../ui/prose.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: offerta[locale].title,
  description: words[locale].description,
})

/** The offer, and below it the consent that the sign-in gives. */
export function Component() {
  const locale = useLocale()
  const offer = offerta[locale]
  const consent = legal.personalData[locale]
  return (
    <div className={styles.offer}>
      <h1>{offer.title}</h1>
      <p className={styles.version}>{offer.version}</p>
      <Prose parts={offer.parts} />
      <section id="personal-data" className={styles.consent}>
        <h2>{consent.title}</h2>
        <p className={styles.version}>{consent.version}</p>
        {consent.parts.map(({ title, paragraphs }) => (
          <section key={title} className={styles.part}>
            <h3>{title}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </section>
    </div>
  )
}
