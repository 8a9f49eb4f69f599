import { brand, type Locale } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { insurers } from '../../content/content.ts'
import { examplePremium } from '../../content/tariff-example.ts'
import { faq, organisation } from '../../structured.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ArrowIcon, CarIcon, CheckIcon, HouseIcon } from '../../ui/icons.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { Price } from '../../ui/price.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
  structured: [organisation(locale), faq(words[locale].questions)],
})

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  const calculator = pathOf('ogpo-calculator', locale)
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>{t.heading}</h1>
          <p className={styles.lead}>{t.lead}</p>
        </div>
        <LogoMark className={styles.horn} />
      </section>

      <section className={styles.choice} aria-labelledby="choose">
        <h2 id="choose" className="visually-hidden">
          {t.choose}
        </h2>
        <article className={styles.product}>
          <div>
            <p className={styles.kind}>
              <CarIcon />
              {t.ogpo}
            </p>
            <h3 className={styles.name}>{t.ogpoName}</h3>
            <p className={styles.text}>{t.ogpoText}</p>
            <p className={styles.example}>
              <span>{t.example}</span>
              <Price tenge={examplePremium} size="large" />
            </p>
          </div>
          <div className={styles.offer}>
            <ul className={styles.facts}>
              {t.ogpoFacts.map((fact) => (
                <li key={fact}>
                  <CheckIcon />
                  <span>{fact}</span>
                </li>
              ))}
            </ul>
            <div className={styles.buttons}>
              <LinkButton href={calculator} wide icon={<ArrowIcon />} className={styles.go}>
                {t.calculate}
              </LinkButton>
              <LinkButton href={pathOf('auto-insurance', locale)} variant="quiet">
                {t.more}
              </LinkButton>
            </div>
          </div>
        </article>
        <article className={styles.product}>
          <div>
            <p className={styles.kind}>
              <HouseIcon />
              {t.home}
            </p>
            <h3 className={styles.name}>{t.homeName}</h3>
            <p className={styles.text}>{t.homeText}</p>
          </div>
          <div className={styles.offer}>
            <ul className={styles.facts}>
              {t.homeFacts.map((fact) => (
                <li key={fact}>
                  <CheckIcon />
                  <span>{fact}</span>
                </li>
              ))}
            </ul>
            <div className={styles.buttons}>
              <LinkButton
                href={pathOf('egov-home', locale)}
                variant="secondary"
                wide
                icon={<ArrowIcon />}
                className={styles.go}
              >
                {t.homeGo}
              </LinkButton>
            </div>
          </div>
        </article>
      </section>

      <section className={styles.part} aria-labelledby="how">
        <h2 id="how">{t.how}</h2>
        <ol className={styles.steps}>
          {t.steps.map(([title, text]) => (
            <li key={title} className={styles.step}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className={styles.part} aria-labelledby="trust">
        <h2 id="trust">{t.trust}</h2>
        <dl className={styles.trust}>
          <div>
            <dt>{t.clockTitle}</dt>
            <dd>{t.clockText}</dd>
          </div>
          <div>
            <dt>{t.licenceTitle}</dt>
            <dd>
              {t.licenceText(brand.licence.number, longDate(locale, brand.licence.date))}{' '}
              <a href={pathOf('documents-code', locale, { code: 'licence', id: '1' })}>
                {t.licenceLink}
              </a>
            </dd>
          </div>
          <div>
            <dt>{t.insurersTitle}</dt>
            <dd>{insurers.map((name) => name[locale]).join(', ')}.</dd>
          </div>
          <div>
            <dt>
              <a href={`tel:${brand.callCentre}`}>{t.callTitle(brand.callCentre)}</a>
            </dt>
            <dd>{t.callText}</dd>
          </div>
        </dl>
      </section>

      <section className={styles.questions} aria-labelledby="faq">
        <div className={styles.ask}>
          <h2 id="faq">{t.faq}</h2>
          <p>
            {t.askText}{' '}
            <a href={`mailto:${brand.email}`} data-dialog="contact">
              {t.ask}
            </a>
          </p>
        </div>
        <Accordion items={t.questions.map(([title, body]) => ({ title: title ?? '', body }))} />
      </section>
    </>
  )
}
