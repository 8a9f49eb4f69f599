import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { type HomePlansData, sumsOfPlan } from '../../home/plans/plans.ts'
import planWords from '../../home/plans/texts.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { EndBand } from '../../ui/end-band.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Table } from '../../ui/table.tsx'
import { Picture } from '../../world/picture.tsx'
import { Hero, heroForm } from './hero.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/** The first page of Home; the plans and prices are the rows of the day it is asked for. */
export function Component({ data }: { data: HomePlansData }) {
  const t = useTexts(words)
  return (
    <div data-bleed>
      <Hero {...data} />
      <div className={`frieze ${styles.hem}`} aria-hidden="true" />

      <section className={`wrap ${styles.part}`} aria-labelledby="covers">
        <h2 id="covers">{t.covers}</h2>
        <ul className={styles.risks}>
          {t.risks.map(([room, name, text]) => (
            <li key={room}>
              <div className={styles.room}>
                <Picture of="flats" part={room} />
              </div>
              <h3>{name}</h3>
              <p className={styles.soft}>{text}</p>
            </li>
          ))}
        </ul>
      </section>

      {data.plans.length > 0 ? <Plans plans={data.plans} /> : null}

      <div className={styles.both}>
        <div className="wrap">
          <NotCovered />
          <How />
        </div>
      </div>

      <section className={`wrap ${styles.part} ${styles.questions}`} aria-labelledby="faq">
        <h2 id="faq">{t.faq}</h2>
        <Accordion items={t.questions} />
      </section>
      {data.plans.length > 0 ? (
        <div className="wrap">
          <EndBand {...t.end} form={heroForm} action={t.start} picture={<Picture of="flats" />} />
        </div>
      ) : null}
    </div>
  )
}

/** What each plan pays at most and what it costs, beside one another: the rows of today. */
function Plans({ plans }: Pick<HomePlansData, 'plans'>) {
  const t = useTexts(words)
  const p = useTexts(planWords)
  const sums = (key: (typeof sumsOfPlan)[number] | 'price_per_month') =>
    Object.fromEntries(plans.map((plan) => [plan.id, money(plan[key])]))
  return (
    <section className={`wrap ${styles.part} ${styles.plans}`} aria-labelledby="plans">
      <h2 id="plans">{t.plans}</h2>
      <Table
        caption={t.plansCaption}
        columns={[
          { key: 'what', title: t.sums },
          ...plans.map(({ id, name }) => ({ key: String(id), title: name, number: true })),
        ]}
        rows={[
          ...sumsOfPlan.map((sum) => ({ key: sum, cells: { what: p[sum], ...sums(sum) } })),
          { key: 'month', strong: true, cells: { what: t.monthly, ...sums('price_per_month') } },
        ]}
      />
    </section>
  )
}

/** Beside what is covered, before anything is paid. */
function NotCovered() {
  const t = useTexts(words)
  return (
    <section aria-labelledby="not">
      <h2 id="not">{t.not}</h2>
      <p className={styles.soft}>{t.notText}</p>
      <ul className={styles.not}>
        {t.exclusions.map((exclusion) => (
          <li key={exclusion}>
            <CloseIcon />
            {exclusion}
          </li>
        ))}
      </ul>
      {brand.sample ? <p className={styles.small}>{t.sample}</p> : null}
    </section>
  )
}

/** From the first payment to the cancelling. */
function How() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <section aria-labelledby="how">
      <h2 id="how">{t.how}</h2>
      <ol className={styles.steps}>
        {t.steps.map(([when, text]) => (
          <li key={when}>
            <b>{when}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <a className={styles.cabinet} href={pathOf('account', locale)}>
        {t.cabinet}
      </a>
    </section>
  )
}
