import type { Policy } from '../cabinet/state.ts'
import { ask } from '../http/ask.ts'
import { SinceLast } from '../purchase/price/since-last.tsx'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { useLoading } from '../ui/loaded.tsx'
import { Price } from '../ui/price.tsx'
import styles from './policies.module.css'
import words from './texts.ts'

/**
 * The next contract's price on the card of a policy that ends soon, and why it is another one.
 * Without it the renewal is offered all the same.
 */
export function RenewalPrice({ policy }: { policy: Policy }) {
  const t = useTexts(words).renewal
  const locale = useLocale()
  // One that does not come is told by the calculation that follows.
  const { value: offer } = useLoading(
    async (signal) =>
      (await ask('cabinetRenewalPrice', { globalId: policy.global_id }, { signal })).data,
  )
  if (!offer) return null
  const day = (of: string) => longDate(locale, of).replaceAll(' ', '\u00a0')
  return (
    <div className={styles.renewal}>
      <p className={styles.sum}>
        <span>{t.price}</span> <Price tenge={offer.premium} size="large" />
      </p>
      <p className={styles.note}>{t.period(day(offer.date_start), day(offer.date_end))}</p>
      <SinceLast since={offer.since_last} />
      <p className={styles.note}>{t.note}</p>
    </div>
  )
}
