import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { almatyDay } from '#domain/calendar.ts'
import { api, type Reply } from '../http/api.ts'
import { lazy } from '../lazy.ts'
import { onPurchaseToken, purchaseToken } from '../session/purchase-token.ts'
import { useLocale } from '../texts.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './calculator.module.css'
import { CarStop } from './calculator-car.tsx'
import { loginAddress } from './flow.ts'
import { EstimatePlace } from './price/estimate-place.tsx'
import { Way } from './way/way.tsx'

/** Loaded after the code only: the estimate stays small for a phone with one bar of signal. */
const Purchase = lazy(() =>
  import('./purchase.tsx').then((module) => ({ default: module.Purchase })),
)

const ShiftedClock = lazy(() =>
  import('./shifted-clock.tsx').then((module) => ({ default: module.ShiftedClock })),
)

/**
 * The first stop of a purchase and, below it, the estimate for everyone; after the code the
 * purchase itself stands in their place.
 */
export function Calculator() {
  const locale = useLocale()
  const token = useSyncExternalStore(onPurchaseToken, purchaseToken, () => null)
  const clock = useClock()
  // From now on React knows who is here.
  useEffect(() => {
    delete document.documentElement.dataset.buyer
  }, [])
  // Only its holder renews or replaces a policy, so who that is comes before any estimate. Only
  // when the page is opened.
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    if (purchaseToken() === null && (query.has('prolong') || query.has('reissue')))
      location.replace(loginAddress(locale, location.search))
  }, []) // oxlint-disable-line react/exhaustive-deps
  return (
    <>
      {clock?.shifted ? (
        <div className={styles.clock}>
          <Suspense fallback={null}>
            <ShiftedClock today={clock.today} />
          </Suspense>
        </div>
      ) : null}
      {token ? (
        <Suspense fallback={<Finding />}>
          <Purchase key={token} />
        </Suspense>
      ) : (
        <>
          {/* One of the two, as the script before the first paint has marked the root. */}
          <div className={styles.known} aria-hidden="true">
            <Finding />
          </div>
          <div className={styles.first}>
            <Way at="car" />
            <CarStop />
            <div className={styles.more}>
              <EstimatePlace today={clock?.today ?? null} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

/** Where the review will stand. */
const Finding = () => (
  <>
    <Way at="review" />
    <div className={styles.waiting}>
      <Skeleton shape="title" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  </>
)

/**
 * The product's day; when nobody answers, the estimate goes by the device's day and the server
 * judges.
 */
function useClock(): Reply<'clock'>['data'] | null {
  const [clock, setClock] = useState<Reply<'clock'>['data'] | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api('clock', {}, { signal: stop.signal }).then(
      ({ data }) => setClock(data),
      () => {
        if (stop.signal.aborted) return
        const now = new Date()
        setClock({
          now: now.toISOString(),
          today: almatyDay(now),
          demonstration: false,
          shifted: false,
        })
      },
    )
    return () => stop.abort()
  }, [])
  return clock
}
