import { useEffect, useState } from 'react'
import type { Car } from '../../sale/model/sale.ts'
import { isCarAsked } from '../../sale/rows.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { FieldError } from '../../ui/field.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Picture } from '../../world/picture.tsx'
import { regionName } from '../price/tariff-words.ts'
import { CarRowFields } from '../sections/car-row.tsx'
import { errorOf } from '../state/failure.ts'
import { carLookup } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { KnownCars } from './known-cars.tsx'
import words from './review-texts.ts'
import styles from './rows.module.css'

type Props = { purchase: PurchaseActions; onEdit: () => void }

/**
 * Your car on its road, with what its register told. A car nobody has typed yet, or that was not
 * found, is asked for in its place.
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
