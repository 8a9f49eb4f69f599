import type { ReactNode } from 'react'
import { type Day, numericDay } from '#domain/calendar.ts'
import { prolongStart } from '#domain/ogpo/period.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ArrowIcon } from '../../ui/icons.tsx'
import { Plate } from '../../ui/plate.tsx'
import { flowHere } from '../flow.ts'
import type { Buyer } from '../state/state.ts'
import styles from './known-cars.module.css'
import words from './known-cars-texts.ts'

type Known = Buyer['known'][number]

/**
 * What this buyer had insured here: one tap brings the car and whoever drives it, as from the
 * cabinet. Only the proof of who buys (the code) shows it.
 */
export function KnownCars({ known, today }: { known: Buyer['known']; today: Day }) {
  const t = useTexts(words)
  if (known.length === 0) return null
  // What can be bought now stands first.
  const mayBuy = ({ end }: Known): boolean => 'start' in prolongStart(end, today)
  const offered = [...known.filter(mayBuy), ...known.filter((policy) => !mayBuy(policy))]
  return (
    <div className={styles.known}>
      <h2>{t.heading}</h2>
      <p>{t.about}</p>
      <ul>
        {offered.map((policy) => (
          <li key={policy.globalId}>
            <KnownCar policy={policy} today={today} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One that may not be bought for yet says from when. */
function KnownCar({ policy, today }: { policy: Known; today: Day }) {
  const t = useTexts(words)
  const locale = useLocale()
  const next = prolongStart(policy.end, today)
  const end = numericDay(policy.end)
  const about: ReactNode = (
    <>
      {policy.cars.map(({ plate, name }) => (
        <span key={plate}>
          <span className={styles.plate}>
            <Plate plate={plate} />
          </span>
          {name}
        </span>
      ))}
      <span className={styles.more}>
        {[
          t.drivers(policy.drivers),
          policy.end < today ? t.ended(end) : t.until(end),
          ...('start' in next ? [] : [t.early(numericDay(next.tooEarlyUntil))]),
        ].join(' · ')}
      </span>
    </>
  )
  if (!('start' in next)) return <div className={styles.car}>{about}</div>
  return (
    <a
      className={styles.car}
      href={`${flowHere().form(locale)}?prolong=${encodeURIComponent(policy.globalId)}`}
    >
      {about}
      <ArrowIcon />
    </a>
  )
}
