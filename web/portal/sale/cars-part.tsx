import { memo } from 'react'
import { fieldText } from '#texts/fields.ts'
import { rowFieldId } from '../../sale/model/place.ts'
import type { Car } from '../../sale/model/sale.ts'
import { RowFields } from '../../sale/rows/row-fields.tsx'
import { isOwnerAsked, isRepeated } from '../../sale/rows.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { WarnIcon } from '../../ui/icons.tsx'
import { CarIcon } from '../../ui/later-icons.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { AddRow } from './add-row.tsx'
import rowsStyles from './rows.module.css'
import type { SaleActions } from './sale.ts'
import styles from './sheet.module.css'
import { SheetRow } from './sheet-row.tsx'
import { carFacts, numbersWrong } from './state/row-facts.ts'
import type { State, Wrong } from './state/state.ts'
import words from './texts.ts'

type Props = {
  car: Car
  number: number
  plateRepeated: boolean
  passportRepeated: boolean
  /** Field errors by field id. */
  wrong: Wrong
  actions: SaleActions
}

/**
 * One car: plate and technical passport in, make, model and year back. Drawn again only when
 * something of this row changes.
 */
const CarRow = memo(function CarRow(props: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { car, number, plateRepeated, passportRepeated, wrong, actions } = props
  const { id } = car
  const { answer, known } = carFacts(car)
  const { plate, techPassport } = numbersWrong(car)
  const remark = (name: string): string => (name ? fieldText(name, locale) : '')
  const remarks = {
    plate: { remark: remark(plate) },
    techPassport: {
      remark: remark(techPassport),
      disabled: known?.vehicle === null,
    },
    owner: {},
  }
  return (
    <SheetRow
      id={`car-${id}`}
      title={t.car(number)}
      number={number}
      onRemove={() => actions.removeCar(id)}
    >
      <div className={rowsStyles.fields}>
        <RowFields
          of="car"
          row={car}
          keys={
            isOwnerAsked(car, answer)
              ? ['plate', 'techPassport', 'owner']
              : ['plate', 'techPassport']
          }
          repeated={{ plate: plateRepeated, techPassport: passportRepeated }}
          dense
          errorAt={(key) => wrong[rowFieldId('car', id, key)]}
          more={(key) => remarks[key]}
          onChange={(patch) => actions.dispatch({ type: 'car', id, patch })}
        />
      </div>
      <CarFound
        car={car}
        onRetry={() => actions.dispatch({ type: 'ask-again', what: 'car', id })}
      />
    </SheetRow>
  )
})

/** Answer of the register of vehicles, or why there is none. */
function CarFound({ car, onRetry }: { car: Car; onRetry: () => void }) {
  const t = useTexts(words)
  const { answer, known, error } = carFacts(car)
  return (
    <div className={`${rowsStyles.side} ${rowsStyles.found}`} aria-live="polite">
      {answer.kind === 'busy' ? <RowProgress>{t.searching}</RowProgress> : null}
      {known ? (
        <Chip tone={error ? 'bad' : 'good'} icon={<CarIcon />}>
          {known.name}
          {known.year === null ? '' : `, ${t.year(known.year)}`}
        </Chip>
      ) : null}
      {error ? (
        <>
          <div className={rowsStyles.wrong} role="alert">
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

/** The cars, and one more of them. */
export function CarsPart({
  state,
  wrong,
  actions,
}: {
  state: State
  wrong: Wrong
  actions: SaleActions
}) {
  const t = useTexts(words)
  const { cars, limitForInsuredCars } = state
  return (
    <section className={styles.part} aria-labelledby="part-cars">
      <h2 id="part-cars">{t.cars}</h2>
      {cars.map((car, index) => (
        <CarRow
          key={car.id}
          car={car}
          number={index + 1}
          plateRepeated={isRepeated(cars, car, 'plate')}
          passportRepeated={isRepeated(cars, car, 'techPassport')}
          wrong={wrong}
          actions={actions}
        />
      ))}
      <AddRow
        id="add-car"
        label={t.addCar}
        keys="Alt+A"
        wrong={wrong['add-car']}
        full={cars.length >= limitForInsuredCars}
        limit={t.limit(limitForInsuredCars)}
        onAdd={actions.addCar}
      />
    </section>
  )
}
