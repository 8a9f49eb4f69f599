import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazy } from '../lazy.ts'
import { onPurchaseToken, purchaseToken } from '../session/purchase-token.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './guarded-purchase.module.css'

const Purchase = lazy(() =>
  import('./purchase.tsx').then((module) => ({ default: module.Purchase })),
)

type Props = {
  heading: string
  loading: string
  /** Returns the page where an unidentified buyer is sent. */
  toProof: () => string
}

/**
 * The purchase of a flow that has no estimate before it: with the proof of who buys, or nothing but
 * the way to it.
 */
export function GuardedPurchase({ heading, loading, toProof }: Props) {
  const token = useSyncExternalStore(onPurchaseToken, purchaseToken, () => null)
  // Without a proof there is nothing to show here. Only the token decides.
  useEffect(() => {
    if (purchaseToken() === null) location.replace(toProof())
  }, [token]) // oxlint-disable-line react/exhaustive-deps
  const waiting = (
    <div className={styles.waiting} aria-busy="true" data-comes>
      <h1>{heading}</h1>
      <Skeleton shape="card" label={loading} />
      <Skeleton shape="card" />
    </div>
  )
  return (
    <div data-wide>
      {token ? (
        <Suspense fallback={waiting}>
          <Purchase key={token} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}
