import { homeProtectionStartHours } from '#domain/constants.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { type HomePlan, sumsOfPlan } from '../plans/plans.ts'
import planWords from '../plans/texts.ts'
import type { Quoted } from './quoted.ts'
import styles from './terms.module.css'
import words from './texts.ts'

/** What a month costs and covers; who insures and when comes with the quote. */
export function Terms({ plan, quoted }: { plan: HomePlan; quoted: Quoted | null }) {
  const t = useTexts(words)
  const p = useTexts(planWords)
  const locale = useLocale()
  const quote = quoted?.is === 'quote' ? quoted.quote : null
  const rows: [label: string, value: string][] = [
    ...sumsOfPlan.map((sum): [string, string] => [p[sum], money(plan[sum])]),
    [t.starts, t.startsText(quote?.protectionWithinHours ?? homeProtectionStartHours)],
    // Their place is there as soon as they are asked for.
    ...(quote || quoted?.is === 'asked'
      ? [
          [t.insurer, quote?.insurer ?? t.comes] satisfies [string, string],
          [t.next, quote ? longDate(locale, quote.nextBillingOn) : t.comes] satisfies [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    <div className={styles.terms}>
      <p className={styles.price}>
        <span>{t.monthly(plan.name)}</span>{' '}
        <output>{money(quote?.premium ?? plan.price_per_month)}</output>
      </p>
      <dl className={styles.rows}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {quoted?.is === 'asked' ? (
        <p className="visually-hidden" role="status">
          {t.asked}
        </p>
      ) : null}
    </div>
  )
}
