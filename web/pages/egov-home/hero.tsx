import { pathOf } from '#contract/pages.ts'
import { PlanPicker } from '../../home/plans/plan-picker.tsx'
import { type HomePlansData, sumsOfPlan } from '../../home/plans/plans.ts'
import planWords from '../../home/plans/texts.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import { Drawing } from '../../world/drawing.tsx'
import { OpenHouse } from '../../world/open-house.tsx'
import styles from './hero.module.css'
import words from './texts.ts'

/** The form of the plans, for an act elsewhere on the page. */
export const heroForm = 'plans-form'

/**
 * The house cut open, by the road of the first page, and the plans: choosing one changes the sums
 * pinned on the house and the price, without a script. `data-plan` is a plan's place in the row.
 */
export function Hero({ plans, plan }: HomePlansData) {
  const t = useTexts(words)
  const p = useTexts(planWords)
  const locale = useLocale()
  return (
    <form id={heroForm} className={styles.hero} action={pathOf('egov-home-calculator', locale)}>
      <div className={styles.sky}>
        <div className={`wrap ${styles.say}`}>
          <h1>{t.heading}</h1>
          <p className={styles.lead}>{t.lead}</p>
        </div>
        <div className={styles.street}>
          <Drawing of="panorama" className={styles.scene} />
          <div className={styles.at}>
            <OpenHouse className={styles.house} />
            <dl>
              {sumsOfPlan.map((sum) => (
                <div key={sum} className={styles[sum]}>
                  <dt>{p[sum]}</dt>
                  {plans.map((one, index) => (
                    <dd key={one.id} data-plan={index + 1}>
                      {money(one[sum])}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </div>
        </div>
      </div>
      <div className={`deep ${styles.ground}`}>
        <div className="wrap">
          {plans.length > 0 ? (
            <>
              <PlanPicker plans={plans} plan={plan} />
              <div className={styles.month}>
                <output className={styles.price}>
                  <small>{t.monthly}</small>{' '}
                  {plans.map((one, index) => (
                    <span key={one.id} data-plan={index + 1}>
                      {money(one.price_per_month)}
                    </span>
                  ))}
                </output>
                <Button type="submit" icon={<ArrowIcon />}>
                  {t.start}
                </Button>
              </div>
            </>
          ) : (
            <p>{p.none}</p>
          )}
        </div>
      </div>
    </form>
  )
}
