import { memo, useEffect } from 'react'
import { isPlate, isTechPassport, normaliseTechPassport } from '#domain/plate.ts'
import { fieldText } from '#texts/fields.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CarIcon, TrashIcon, WarnIcon } from '../../ui/icons.tsx'
import { IinField } from '../../ui/iin-field.tsx'
import { PlateField } from '../../ui/plate-field.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './rows.module.css'
import type { SaleActions } from './sale.ts'
import { askOfCar } from './state/changes.ts'
import { isOwner } from './state/owner.ts'
import type { Car } from './state/state.ts'
import words from './texts.ts'

type Props = {
  car: Car
  number: number
  plateWrong: string | undefined
  passportWrong: string | undefined
  actions: SaleActions
}

/**
 * One car: plate and technical passport in, make, model and year back. Drawn again only when
 * something of this row changes.
 */
export const CarRow = memo(function CarRow({
  car,
  number,
  plateWrong,
  passportWrong,
  actions,
}: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { id, techPassport } = car
  const whole = isPlate(car.number.value) && isTechPassport(techPassport.value)
  const asks =
    whole &&
    !car.number.repeated &&
    !techPassport.repeated &&
    !car.skipNextInput &&
    !car.number.spinner &&
    car.asked !== askOfCar(car)
  const ask = asks ? askOfCar(car) : null

  // Outside React: the register of vehicles, once for every pair of numbers and owner.
  useEffect(() => {
    if (ask !== null) void actions.askCar(id)
  }, [ask, id, actions])

  return (
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{t.car(number)}</legend>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <button
        type="button"
        id={`car-${id}-remove`}
        className={styles.remove}
        aria-label={`${t.remove}: ${t.car(number)}`}
        onClick={() => actions.removeCar(id)}
      >
        <TrashIcon />
      </button>
      <div className={styles.fields}>
        <PlateField
          name={`car-${id}-plate`}
          label={t.plate}
          defaultValue={car.number.value}
          error={
            plateWrong ??
            (car.number.repeated
              ? fieldText('plate_repeated', locale)
              : car.number.error || undefined)
          }
          onValue={(_, value) => {
            if (value !== car.number.value || car.skipNextInput)
              actions.dispatch({ type: 'car', id, patch: { number: value } })
          }}
        />
        <TextField
          name={`car-${id}-passport`}
          label={t.techPassport}
          placeholder="AB12345678"
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={14}
          disabled={techPassport.disabled}
          defaultValue={techPassport.value}
          error={
            passportWrong ??
            (techPassport.repeated
              ? fieldText('tech_passport_repeated', locale)
              : techPassport.error || undefined)
          }
          onValue={(text) => {
            const value = normaliseTechPassport(text)
            if (value !== techPassport.value)
              actions.dispatch({ type: 'car', id, patch: { techPassport: value } })
          }}
        />
        {car.ownerAsked ? (
          <IinField
            name={`car-${id}-owner`}
            label={t.carOwner}
            autoComplete="off"
            defaultValue={car.owner}
            error={
              car.owner.length === 12 && !isOwner(car.owner)
                ? fieldText('owner', locale)
                : undefined
            }
            onValue={(_, owner) => {
              if (owner !== car.owner && (owner.length === 12 || car.owner !== ''))
                actions.dispatch({ type: 'car', id, patch: { owner } })
            }}
          />
        ) : null}
      </div>
      <div className={`${styles.side} ${styles.found}`} aria-live="polite">
        {car.number.spinner ? <RowProgress>{t.searching}</RowProgress> : null}
        {car.name ? (
          <Chip tone={car.error ? 'bad' : 'good'} icon={<CarIcon />}>
            {car.name}
            {car.experience === null ? '' : `, ${t.year(car.experience)}`}
          </Chip>
        ) : null}
        {car.error ? (
          <>
            <div className={styles.wrong} role="alert">
              <WarnIcon />
              <span>{car.error}</span>
            </div>
            <Button
              variant="quiet"
              size="small"
              onClick={() => actions.dispatch({ type: 'ask-again', what: 'car', id })}
            >
              {t.retry}
            </Button>
          </>
        ) : null}
      </div>
    </fieldset>
  )
})
