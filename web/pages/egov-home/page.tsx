import type { Locale } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export type HomePageData = {
  plans: readonly {
    id: number
    name: string
    insurance_amount: number
    interior_finishing: number
    neighbour_compensation: number
    /** Tenge. */
    price_per_month: number
  }[]
}

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/** The first page of the Home flow; the prices are the rows of the day it is asked for. */
export function Component({ data }: { data: HomePageData }) {
  const t = useTexts(words)
  const locale = useLocale()
  const calculator = pathOf('egov-home-calculator', locale)
  return (
    <div className={styles.home}>
      <header className={styles.hero}>
        <LogoMark className={styles.horn} />
        <h1>{t.heading}</h1>
        <p className={styles.lead}>{t.lead}</p>
      </header>

      <section aria-labelledby="plans">
        <h2 id="plans">{t.plans}</h2>
        {data.plans.length === 0 ? <p>{t.none}</p> : null}
        <ul className={styles.plans}>
          {data.plans.map((plan) => (
            <li key={plan.id} className={styles.plan}>
              <h3>{plan.name}</h3>
              <p className={styles.price}>{t.perMonth(plan.price_per_month)}</p>
              <dl>
                {[
                  [t.amount, plan.insurance_amount] as const,
                  [t.interior, plan.interior_finishing] as const,
                  [t.neighbours, plan.neighbour_compensation] as const,
                ].map(([label, sum]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{t.upTo(sum)}</dd>
                  </div>
                ))}
              </dl>
              <a href={`${calculator}?plan=${plan.id}`}>{t.choose(plan.name)}</a>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="covers">
        <h2 id="covers">{t.covers}</h2>
        <dl className={styles.risks}>
          {t.risks.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section aria-labelledby="how">
        <h2 id="how">{t.how}</h2>
        <ol className={styles.steps}>
          {t.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>

      <div className={styles.start}>
        <LinkButton href={calculator} wide>
          {t.start}
        </LinkButton>
        <a className={styles.cabinet} href={pathOf('account', locale)}>
          {t.cabinet}
        </a>
      </div>
    </div>
  )
}
