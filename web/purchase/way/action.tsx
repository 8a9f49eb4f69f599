import { type ReactNode, useEffect, useState } from 'react'
import { useLocale, useTexts } from '../../texts.ts'
import { plateRegion } from '../../typed-plate.ts'
import styles from './action.module.css'
import words from './texts.ts'

type Props = { usual: UsualPrice | null; children: ReactNode }

/** The one action of a stop: under the thumb on a phone; below it what a policy usually costs. */
export function StopAction({ usual, children }: Props) {
  const t = useTexts(words)
  return (
    <div className={styles.action}>
      {children}
      {usual ? (
        <p>
          {usual.region}: {t.usual} <b>{usual.sums}</b>
        </p>
      ) : null}
    </div>
  )
}

/** Region of a plate → its name and what a policy usually costs there, «18 047 – 43 313 ₸». */
type Prices = Record<string, [name: string, sums: string]>
type UsualPrice = { region: string; sums: string }

/**
 * Returns the usual price in the region of a plate (`content/usual-price.ts`), as the first page
 * shows it. Null if the plate has no known region or the file did not load.
 */
export function useUsualPrice(plate: string): UsualPrice | null {
  const locale = useLocale()
  const [prices, setPrices] = useState<Prices | null>(null)
  const region = plateRegion(plate)
  const wanted = region !== undefined && prices === null
  // The file, once a plate has a region.
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    fetch(`/usual-prices.${locale}.json`, { signal: stop.signal })
      .then((answer) => answer.json())
      .then((found: Prices) => setPrices(found))
      .catch(() => {})
    return () => stop.abort()
  }, [wanted, locale])
  const found = prices?.[region ?? '']
  return found ? { region: found[0], sums: found[1] } : null
}
