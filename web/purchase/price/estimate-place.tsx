import { Suspense, useEffect, useRef, useState } from 'react'
import type { Day } from '#domain/calendar.ts'
import { lazy } from '../../lazy.ts'
import { useTexts } from '../../texts.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import words from '../calculator-texts.ts'
import { BuyAnyway } from './buy-anyway.tsx'
import styles from './estimate.module.css'

const Estimate = lazy(() =>
  import('./estimate.tsx').then((module) => ({ default: module.Estimate })),
)

/**
 * Where the law's price for everyone stands, below the first stop and behind one line: the page asks
 * one thing. Its fields come when somebody opens it.
 */
export function EstimatePlace({ today }: { today: Day | null }) {
  const t = useTexts(words)
  const place = useRef<HTMLDetailsElement>(null)
  const [wanted, setWanted] = useState(false)
  const come = () => place.current?.open && setWanted(true)
  // Opened before the script came.
  useEffect(() => void come(), []) // oxlint-disable-line react/exhaustive-deps
  return (
    <details ref={place} className={styles.estimate} onToggle={come}>
      <summary>
        <h2>{t.heading}</h2>
        <ChevronIcon />
      </summary>
      <p className={styles.lead}>{t.lead}</p>
      <Suspense fallback={<Waiting />}>
        {wanted ? <Estimate today={today} /> : <Waiting />}
      </Suspense>
    </details>
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
