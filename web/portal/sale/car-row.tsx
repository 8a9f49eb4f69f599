import { memo, useEffect } from 'react'
import { isTechPassport } from '#domain/document-numbers.ts'
import type { Locale } from '#domain/locale.ts'
import { isPlate } from '#domain/plate.ts'
import { fieldText } from '#texts/fields.ts'
import { rowFieldId } from '../../purchase/model/place.ts'
import { wantsOwner } from '../../purchase/model/refusal.ts'
import { RowFields } from '../../purchase/rows/row-fields.tsx'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { WarnIcon } from '../../ui/icons.tsx'
import { CarIcon, TrashIcon } from '../../ui/later-icons.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import styles from './rows.module.css'
import type { SaleActions } from './sale.ts'
import { askOfCar, carSaid } from './state/said.ts'
import type { Car, State } from './state/state.ts'
import words from './texts.ts'

type Props = {
  car: Car
  number: number
  /** What is wrong with fields, by their ids. */
  wrong: State['wrong']
  actions: SaleActions
}

/**
 * One car: plate and technical passport in, make, model and year back. Drawn again only when
 * something of this row changes.
 */
export const CarRow = memo(function CarRow({ car, number, wrong, actions }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { id, techPassport } = car
  const { answer, known } = carSaid(car)
  const plate = car.number.value
  const whole = isPlate(car.number.value) && isTechPassport(techPassport.value)
  const asks = whole && !car.number.repeated && !techPassport.repeated && answer.kind === 'none'
  const ask = asks ? askOfCar(car) : null

  // Outside React: the register of vehicles, once for every pair of numbers and owner.
  useEffect(() => {
    if (ask !== null) void actions.askCar(id)
  }, [ask, id, actions])

  const asksOwner = car.owner !== '' || (answer.kind === 'failed' && wantsOwner(answer))
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
        <RowFields
          of="car"
          row={{ id, plate, techPassport: techPassport.value, owner: car.owner }}
          without={asksOwner ? [] : ['owner']}
          dense
          errorAt={(key) => wrong[rowFieldId('car', id, key)]}
          more={(key) => remarksOf(car, known?.loaded === true, locale)[key]}
          onChange={({ plate: typed, ...patch }) =>
            actions.dispatch({
              type: 'car',
              id,
              patch: { ...patch, ...(typed === undefined ? {} : { number: typed }) },
            })
          }
        />
      </div>
      <CarFound
        car={car}
        onRetry={() => actions.dispatch({ type: 'ask-again', what: 'car', id })}
      />
    </fieldset>
  )
})

/** What is said at the fields of a car. */
const remarksOf = ({ number, techPassport }: Car, loaded: boolean, locale: Locale) => ({
  plate: {
    remark: wordsOf(number.repeated ? 'plate_repeated' : number.error, locale),
  },
  techPassport: {
    remark: wordsOf(techPassport.repeated ? 'tech_passport_repeated' : techPassport.error, locale),
    disabled: loaded,
  },
  owner: {},
})

const wordsOf = (name: string, locale: Locale): string => (name ? fieldText(name, locale) : '')

/** What the register of vehicles answered, or why it did not. */
function CarFound({ car, onRetry }: { car: Car; onRetry: () => void }) {
  const t = useTexts(words)
  const { answer, known, error } = carSaid(car)
  return (
    <div className={`${styles.side} ${styles.found}`} aria-live="polite">
      {answer.kind === 'busy' ? <RowProgress>{t.searching}</RowProgress> : null}
      {known ? (
        <Chip tone={error ? 'bad' : 'good'} icon={<CarIcon />}>
          {known.name}
          {known.year === null ? '' : `, ${t.year(known.year)}`}
        </Chip>
      ) : null}
      {error ? (
        <>
          <div className={styles.wrong} role="alert">
            <WarnIcon />
            <span>{error}</span>
          </div>
          <Button variant="quiet" size="small" onClick={onRetry}>
            {t.retry}
          </Button>
        </>
      ) : null}
    </div>
  )
}
