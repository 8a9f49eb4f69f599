import { type ReactNode, useEffect, useState } from 'react'
import { type Day, numericDay } from '#domain/calendar.ts'
import { prolongStart } from '#domain/ogpo/period.ts'
import type { Car } from '../../sale/model/sale.ts'
import { isCarAsked } from '../../sale/rows.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { FieldError } from '../../ui/field.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Picture } from '../../world/picture.tsx'
import { flowHere } from '../flow.ts'
import { regionName } from '../price/tariff-words.ts'
import { CarRowFields } from '../sections/car-row.tsx'
import { errorOf } from '../state/failure.ts'
import { type Buyer, carLookup } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import knownCarsStyles from './known-cars.module.css'
import knownCarsWords from './known-cars-texts.ts'
import words from './review-texts.ts'
import styles from './rows.module.css'

type Props = { purchase: PurchaseActions; onEdit: () => void }

/**
 * Your car on its road, with its register's facts. A missing or unknown car is asked for in its
 * place.
 */
export function CarCard({ purchase, onEdit }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { state } = purchase
  const [first, ...others] = state.cars
  const lookup = first && carLookup(first)
  const found = lookup?.kind === 'found' ? lookup.found.vehicle : null
  const failed = lookup?.kind === 'failed'
  const blank = first !== undefined && !isCarAsked(first, state.cars)
  // Typed here: the fields stay until the car is there.
  const [typing, setTyping] = useState(blank)
  const asks = others.length === 0 && (blank || failed || Boolean(first?.refused))
  useEffect(() => {
    if (asks) setTyping(true)
    else if (found) setTyping(false)
  }, [asks, found])
  if (!first) return null
  if (others.length === 0 && (asks || (typing && !found)) && state.editing?.sheet !== 'cars')
    return (
      <section className={styles.openCar} aria-label={t.rows.cars}>
        {(state.term.prolong ?? state.term.reissue) ? null : (
          <KnownCars known={purchase.buyer.known} today={purchase.options.today} />
        )}
        <CarRowFields {...purchase} row={first} number={1} />
      </section>
    )
  const wrong = state.cars
    .map(({ id }) => errorOf(state, `car-${id}-plate`) ?? errorOf(state, `car-${id}-owner`))
    .find((message) => message !== undefined)
  return (
    <section className={styles.mine} aria-label={t.rows.cars}>
      <Picture of="mine" className={styles.view} />
      <div className={styles.what}>
        <p className={styles.name}>
          {found ? `${found.make} ${found.model}, ${found.year}` : <Skeleton shape="line" />}
        </p>
        <span className={styles.plate}>
          <Plate plate={first.plate} />
        </span>
        <button
          type="button"
          id="cars-edit"
          className={styles.edit}
          aria-label={`${t.edit}${t.openFor(t.rows.cars)}`}
          onClick={onEdit}
        >
          {t.edit}
        </button>
        <p className={styles.place}>
          {found ? t.registered(regionName(found.region, locale)) : <Skeleton shape="line" />}
        </p>
        {others.length > 0 ? (
          <ul className={styles.others}>
            {others.map((row) => (
              <li key={row.id}>
                <Plate plate={row.plate} />
                {nameOf(row)}
              </li>
            ))}
          </ul>
        ) : null}
        <FieldError id="cars" error={wrong} />
      </div>
    </section>
  )
}

function nameOf(row: Car): string {
  const lookup = carLookup(row)
  if (lookup.kind !== 'found') return ''
  const { name, year } = lookup.found
  return `${name}, ${year}`
}

type Known = Buyer['known'][number]

/**
 * The cars this buyer has insured here: one tap adds the car and its drivers, as from the cabinet.
 * Shown only after the buyer's proof (the code).
 */
function KnownCars({ known, today }: { known: Buyer['known']; today: Day }) {
  const t = useTexts(knownCarsWords)
  if (known.length === 0) return null
  // Policies that can be bought now come first.
  const mayBuy = ({ end }: Known): boolean => 'start' in prolongStart(end, today)
  const offered = [...known.filter(mayBuy), ...known.filter((policy) => !mayBuy(policy))]
  return (
    <div className={knownCarsStyles.known}>
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
  const t = useTexts(knownCarsWords)
  const locale = useLocale()
  const next = prolongStart(policy.end, today)
  const end = numericDay(policy.end)
  const about: ReactNode = (
    <>
      {policy.cars.map(({ plate, name }) => (
        <span key={plate}>
          <span className={knownCarsStyles.plate}>
            <Plate plate={plate} />
          </span>
          {name}
        </span>
      ))}
      <span className={knownCarsStyles.more}>
        {[
          t.drivers(policy.drivers),
          policy.end < today ? t.ended(end) : t.until(end),
          ...('start' in next ? [] : [t.early(numericDay(next.tooEarlyUntil))]),
        ].join(' · ')}
      </span>
    </>
  )
  if (!('start' in next)) return <div className={knownCarsStyles.car}>{about}</div>
  return (
    <a
      className={knownCarsStyles.car}
      href={`${flowHere().form(locale)}?prolong=${encodeURIComponent(policy.globalId)}`}
    >
      {about}
      <ArrowIcon />
    </a>
  )
}
