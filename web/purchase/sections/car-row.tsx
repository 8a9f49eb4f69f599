import { useRef } from 'react'
import * as refusals from '#domain/refusals.ts'
import { rowFieldId } from '../../sale/model/place.ts'
import { mayAskAgain } from '../../sale/model/refusal.ts'
import type { Car, Vehicle } from '../../sale/model/sale.ts'
import { RowFields } from '../../sale/rows/row-fields.tsx'
import { isCarAsked, isOwnerAsked, isRepeated } from '../../sale/rows.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CarIcon, TrashIcon } from '../../ui/later-icons.tsx'
import { Plate } from '../../ui/plate.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { regionName } from '../price/tariff-words.ts'
import words from '../purchase-texts.ts'
import { errorOf } from '../state/failure.ts'
import { carLookup } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { focusBeside } from './focus-beside.ts'
import styles from './sections.module.css'

type Props = PurchaseActions & { row: Car; number: number }

/** One car: plate and technical passport in, a chip with make, year and region back. */
export function CarRowFields({ state, dispatch, row, number }: Props) {
  const t = useTexts(words)
  const rowRef = useRef<HTMLFieldSetElement>(null)
  const set = (patch: Partial<Omit<Car, 'id'>>): void =>
    dispatch({ type: 'car', id: row.id, patch })
  const plate = isRepeated(state.cars, row, 'plate')
  const repeated = { plate, techPassport: !plate && isRepeated(state.cars, row, 'techPassport') }
  const usable = isCarAsked(row, state.cars)

  const remove = (): void => {
    if (rowRef.current) focusBeside(rowRef.current)
    dispatch({ type: 'car-removed', id: row.id, newId: crypto.randomUUID() })
  }
  const lookup = carLookup(row)
  const found = lookup.kind === 'found' ? lookup.found.vehicle : null
  const failed = lookup.kind === 'failed' && usable ? lookup : null
  /** An owner's error shows at the owner. */
  const ownerFault = failed?.reason === 'owner_consent' ? failed.message : undefined
  const carFault = row.refused?.message ?? (ownerFault ? undefined : failed?.message)
  const errorAt = (key: string): string | undefined =>
    errorOf(state, rowFieldId('car', row.id, key))
  const remarks: Partial<Record<string, string | undefined>> = {
    plate: carFault,
    // The register knows the pair alone: either of the two may be wrong.
    techPassport:
      failed?.code === refusals.vehicleNotFound && !ownerFault ? t.passportToo : undefined,
    owner: ownerFault,
  }
  const fields = {
    of: 'car' as const,
    row,
    repeated,
    errorAt,
    onChange: set,
    more: (key: string) => ({ remark: remarks[key] }),
  }
  return (
    <fieldset className={styles.row} ref={rowRef}>
      <legend className={state.cars.length > 1 ? styles.rowHead : 'visually-hidden'}>
        <span>{t.carTitle(number)}</span>
        {state.cars.length > 1 && !found ? (
          <Button
            variant="quiet"
            size="small"
            icon={<TrashIcon />}
            aria-label={`${t.remove}: ${t.carTitle(number)}`}
            onClick={remove}
          >
            {t.removeShort}
          </Button>
        ) : null}
      </legend>
      {found && !errorAt('plate') && !carFault && !plate ? null : (
        <div className={styles.pair}>
          <RowFields {...fields} keys={['plate', 'techPassport']} />
        </div>
      )}
      {isOwnerAsked(row, lookup) && !found ? <RowFields {...fields} keys={['owner']} /> : null}
      <div className={styles.found} aria-live="polite">
        {lookup.kind === 'busy' && usable ? <RowProgress>{t.lookCar}</RowProgress> : null}
        {found ? <Found found={found} onRemove={remove} /> : null}
        {failed && mayAskAgain(failed.code) ? (
          <Button
            variant="quiet"
            size="small"
            className={styles.flush}
            onClick={() => dispatch({ type: 'ask-again', what: 'car', id: row.id })}
          >
            {t.retry}
          </Button>
        ) : null}
      </div>
    </fieldset>
  )
}

/** The car as the register has it: its plate, then make, year and region. */
function Found({ found, onRemove }: { found: Vehicle; onRemove: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={styles.car}>
      <span className={styles.plate}>
        <Plate plate={found.registrationNumber} />
      </span>
      <Chip
        tone="good"
        icon={<CarIcon />}
        onRemove={onRemove}
        removeLabel={`${t.remove}: ${found.make} ${found.model}`}
      >
        {found.make} {found.model}, {found.year}, {regionName(found.region, locale)}
      </Chip>
    </div>
  )
}
