import { homeProtectionStartHours } from '#domain/constants.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
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
    ...(quote
      ? [
          [t.insurer, quote.insurer] satisfies [string, string],
          [t.next, longDate(locale, quote.nextBillingOn)] satisfies [string, string],
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
      {quoted?.is === 'asked' ? <Skeleton label={t.asked} /> : null}
    </div>
  )
}
