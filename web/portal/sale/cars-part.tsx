import { isRepeated } from '../../sale/rows.ts'
import { useTexts } from '../../texts.ts'
import { AddRow } from './add-row.tsx'
import { CarRow } from './car-row.tsx'
import type { SaleActions } from './sale.ts'
import styles from './sheet.module.css'
import type { State, Wrong } from './state/state.ts'
import words from './texts.ts'

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
