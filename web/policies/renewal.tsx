import { useEffect, useState } from 'react'
import type { Policy } from '../cabinet/state.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { SinceLast } from '../purchase/price/since-last.tsx'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Price } from '../ui/price.tsx'
import styles from './policies.module.css'
import words from './texts.ts'

type Offer = Reply<'cabinetRenewalPrice'>['data']

/**
 * The next contract's price on the card of a policy that ends soon, and why it is another one.
 * Without it the renewal is offered all the same.
 */
export function RenewalPrice({ policy }: { policy: Policy }) {
  const t = useTexts(words).renewal
  const locale = useLocale()
  const [offer, setOffer] = useState<Offer | null>(null)
  // Outside React: the server.
  useEffect(() => {
    const stop = new AbortController()
    ask('cabinetRenewalPrice', { globalId: policy.global_id }, stop.signal).then(
      ({ data }) => setOffer(data),
      () => {}, // the calculation that follows tells the price
    )
    return () => stop.abort()
  }, [policy.global_id])
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
