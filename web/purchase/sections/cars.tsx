import { smallestVariant, variants } from '#domain/ogpo/limits.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import words, { upToCars } from '../purchase-texts.ts'
import { CarRowFields } from './car-row.tsx'
import type { SectionProps } from './section.ts'
import styles from './sections.module.css'

/** The cars of the contract. */
export function CarsSection(props: SectionProps) {
  const { state, dispatch } = props
  const t = useTexts(words)
  const locale = useLocale()
  const limits = variants[state.variant]
  const wider = smallestVariant(
    Math.max(1, state.drivers.length + (state.willDrive ? 1 : 0)),
    state.cars.length + 1,
  )
  const add = (): void => dispatch({ type: 'car-added', id: crypto.randomUUID() })

  return (
    <div className={styles.stack}>
      {state.cars.map((row, index) => (
        <CarRowFields key={row.id} {...props} row={row} number={index + 1} />
      ))}
      {state.cars.length < limits.cars ? (
        <Button variant="secondary" icon={<PlusIcon />} onClick={add}>
          {t.addCar}
        </Button>
      ) : wider && variants[wider].cars > limits.cars ? (
        <div className={styles.limit}>
          <p className={styles.note}>{t.limit(upToCars(locale, limits.cars))}</p>
          <Button
            variant="quiet"
            size="small"
            icon={<PlusIcon />}
            onClick={() => {
              dispatch({ type: 'set', patch: { variant: wider } })
              add()
            }}
          >
            {t.addCar}
          </Button>
        </div>
      ) : (
        <p className={styles.note}>{t.limit(upToCars(locale, limits.cars))}</p>
      )}
    </div>
  )
}
