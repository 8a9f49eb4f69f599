import { smallestVariant, variantCodes, variants } from '#domain/ogpo/limits.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import words, { upToCars, upToDrivers } from '../purchase-texts.ts'
import { errorOf } from '../state/failure.ts'
import { DriverRowFields } from './driver-row.tsx'
import type { SectionProps } from './section.ts'
import styles from './sections.module.css'

/** Who else may drive. The variant is only a limit; changing it never loses a row. */
export function DriversSection(props: SectionProps) {
  const { state, dispatch } = props
  const t = useTexts(words)
  const locale = useLocale()
  const limits = variants[state.variant]
  const others = state.drivers.filter(({ iin }) => iin !== state.owner || !state.willDrive)
  const count = others.length + (state.willDrive ? 1 : 0)
  const wider = smallestVariant(count + 1, Math.max(state.cars.length, 1))
  const add = (): void => dispatch({ type: 'driver-added', id: crypto.randomUUID() })

  return (
    <div className={styles.stack}>
      <RadioCards
        key={state.variant}
        name="variant"
        className={styles.wideCards}
        label={t.variant}
        hint={t.variantHint}
        defaultValue={state.variant}
        error={errorOf(state, 'variant')}
        onValue={(value) =>
          dispatch({
            type: 'set',
            patch: { variant: variantCodes.find((code) => code === value) ?? state.variant },
          })
        }
        options={variantCodes.map((code) => ({
          value: code,
          label: upToDrivers(locale, variants[code].drivers),
          detail: upToCars(locale, variants[code].cars),
        }))}
      />
      {state.willDrive ? <p className={styles.note}>{t.youDrive}</p> : null}
      {state.drivers.map((row, index) => (
        <DriverRowFields
          key={row.id}
          {...props}
          row={row}
          number={index + 1 + (state.willDrive ? 1 : 0)}
        />
      ))}
      {count < limits.drivers ? (
        <Button variant="secondary" icon={<PlusIcon />} onClick={add}>
          {t.addDriver}
        </Button>
      ) : (
        <div className={styles.limit}>
          <p className={styles.note}>{t.limit(upToDrivers(locale, limits.drivers))}</p>
          {wider && variants[wider].drivers > limits.drivers ? (
            <Button
              variant="quiet"
              size="small"
              icon={<PlusIcon />}
              onClick={() => {
                dispatch({ type: 'set', patch: { variant: wider } })
                add()
              }}
            >
              {t.addDriver}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}
