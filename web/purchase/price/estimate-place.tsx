import { type RefObject, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import type { Day } from '#domain/calendar.ts'
import { lazy } from '../../lazy.ts'
import { useTexts } from '../../texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import words from '../calculator-texts.ts'
import { BuyAnyway } from './buy-anyway.tsx'
import styles from './estimate.module.css'

const Estimate = lazy(() =>
  import('./estimate.tsx').then((module) => ({ default: module.Estimate })),
)

/**
 * Where the law's price for everyone stands, below the first stop. Its fields come when somebody
 * comes near or has begun to type, and by themselves when the page is at rest.
 */
export function EstimatePlace({ today }: { today: Day | null }) {
  const t = useTexts(words)
  const place = useRef<HTMLElement>(null)
  const waiting = <Waiting />
  return (
    <section ref={place} className={styles.estimate} aria-labelledby="estimate">
      <div>
        <h2 id="estimate">{t.heading}</h2>
        <p className={styles.lead}>{t.lead}</p>
      </div>
      {useWanted(place) ? (
        <Suspense fallback={waiting}>
          <Estimate today={today} />
        </Suspense>
      ) : (
        waiting
      )}
    </section>
  )
}

/** The same ground before the fields are there; the way on works at once. */
function Waiting() {
  const t = useTexts(words)
  return (
    <div className={styles.both}>
      <div className={styles.waiting}>
        <Skeleton shape="card" />
      </div>
      <div className={styles.result}>
        <div className={styles.price}>
          <p className={styles.label}>{t.estimate}</p>
          <Skeleton shape="title" />
          <p className={styles.note}>{t.estimateNote}</p>
        </div>
        <BuyAnyway />
      </div>
    </div>
  )
}

/** At rest: whoever came has read the first stop. */
const restMs = 3000

/** Outside React: how far the reader is, what they typed, and time. */
function useWanted(place: RefObject<HTMLElement | null>): boolean {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const come = (): void => startTransition(() => setWanted(true))
    const near = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) come()
      },
      { rootMargin: '200px' },
    )
    if (place.current) near.observe(place.current)
    addEventListener('input', come, { once: true })
    const timer = setTimeout(come, restMs)
    return () => {
      near.disconnect()
      removeEventListener('input', come)
      clearTimeout(timer)
    }
  }, [place])
  return wanted
}
