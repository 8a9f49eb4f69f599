import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { tables } from '../../content/tariff-example.ts'
import { limits } from '../../content/usual-price.ts'
import { organisation } from '../../structured.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import { Price } from '../../ui/price.tsx'
import { Drawing } from '../../world/drawing.tsx'
import { Picture } from '../../world/picture.tsx'
import type { HomeFigures } from './figures.ts'
import { Hero } from './hero.tsx'
import styles from './page.module.css'
import { Cost } from './price.tsx'
import { Proof } from './proof.tsx'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
  structured: [organisation(locale)],
})

export function Component({ data }: { data?: HomeFigures }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={styles.home} data-bleed>
      <Hero />
      <div className="frieze" aria-hidden="true" />

      <section className={`wrap ${styles.promise}`} aria-labelledby="promise">
        <div>
          <h2 id="promise">{t.promise}</h2>
          <p className={styles.soft}>{t.promiseText}</p>
        </div>
        <div className={styles.sums}>
          <Drawing of="bump" className={styles.bump} />
          <dl>
            {(['life', 'property', 'treatment'] as const).map((what) => (
              <div key={what}>
                <dt>{t[what]}</dt>
                <dd>
                  <Price tenge={limits[what]} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <p className={styles.small}>{t.limits(tables.effectiveFrom.slice(0, 4))}</p>
      </section>

      <Cost />

      <How />

      <HomeDoor home={data?.home} />

      <Proof issue={data?.issue} />

      <section className={`wrap ${styles.questions}`} aria-labelledby="faq">
        <div>
          <h2 id="faq">{t.faq}</h2>
          <p className={styles.soft}>
            {t.askText}{' '}
            <a href={`${pathOf('contact', locale)}#write`} data-dialog="contact">
              {t.ask}
            </a>
          </p>
        </div>
        <Accordion items={t.questions.map(([title, body]) => ({ title: title ?? '', body }))} />
      </section>
    </div>
  )
}

/** The way of a purchase, stop by stop. */
function How() {
  const t = useTexts(words)
  return (
    <section className={styles.how} aria-labelledby="how">
      <div className="wrap">
        <h2 id="how">{t.how}</h2>
        <div className={styles.route}>
          <Drawing of="road" className={styles.road} />
          <ol>
            {t.steps.map(([title, text], index) => (
              <li key={title}>
                <span className={styles.stop} aria-hidden="true">
                  {index + 1}
                </span>
                <h3>{title}</h3>
                <p className={styles.soft}>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}

/** The other product, with its prices where the server has told them. */
function HomeDoor({ home }: { home: HomeFigures['home'] | undefined }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <section className={`deep ${styles.house}`} aria-labelledby="house">
      <div className="wrap">
        <div className={styles.words}>
          <h2 id="house">{t.home}</h2>
          <p className={styles.soft}>{t.homeText}</p>
          {home ? (
            <p>
              {t.monthly}{' '}
              <b className={styles.monthly}>
                {money(home.from).slice(0, -2)} – {money(home.to)}
              </b>
            </p>
          ) : null}
          <LinkButton href={pathOf('egov-home', locale)} icon={<ArrowIcon />}>
            {t.homeGo}
          </LinkButton>
        </div>
        <div className={styles.flats}>
          <Picture of="flats" />
        </div>
      </div>
    </section>
  )
}
