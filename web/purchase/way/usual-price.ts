import { useEffect, useState } from 'react'
import { useLocale } from '../../texts.ts'
import { plateRegion } from '../../typed-plate.ts'

/** Region of a plate → its name and what a policy usually costs there, «18 047 – 43 313 ₸». */
type Prices = Record<string, [name: string, sums: string]>
export type UsualPrice = { region: string; sums: string }

/**
 * The usual price in the region of a plate (`content/usual-price.ts`), as the first page says it.
 * Null while the plate tells no region; without the file nothing is said.
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
