import { isRepeated } from '../../sale/rows.ts'
import { useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { AddRow } from './add-row.tsx'
import { DriverRow } from './driver-row.tsx'
import type { SaleActions } from './sale.ts'
import styles from './sheet.module.css'
import { isPolicyholder } from './state/row-facts.ts'
import { policyholderField } from './state/sale-in.ts'
import type { State, Wrong } from './state/state.ts'
import words from './texts.ts'

type Props = {
  state: State
  /** What is wrong with fields, by their ids. */
  wrong: Wrong
  actions: SaleActions
  onDocument: (iin: string) => void
}

/** Whether the policyholder drives, the drivers beside them, and one more. */
export function DriversPart({ state, wrong, actions, onDocument }: Props) {
  const t = useTexts(words)
  const { drivers } = state
  const { willDrive } = state.policyholder
  const limit = willDrive ? t.limitWithInsurer : t.limit
  return (
    <section className={styles.part} aria-labelledby="part-drivers">
      <h2 id="part-drivers">{t.drivers}</h2>
      <Checkbox
        name="policyholder-willDrive"
        label={t.willDrive}
        defaultChecked={willDrive}
        error={wrong[policyholderField('willDrive')]}
        onChecked={(on) => actions.dispatch({ type: 'policyholder', patch: { willDrive: on } })}
      />
      {drivers.length === 0 && !willDrive ? <p className={styles.note}>{t.noDrivers}</p> : null}
      {drivers.map((driver, index) => (
        <DriverRow
          key={driver.id}
          driver={driver}
          number={index + 1}
          repeated={driver.iin.length === 12 && isRepeated(drivers, driver, 'iin')}
          own={isPolicyholder(driver, state)}
          wrong={wrong}
          consentRequired={state.consentRequired}
          privilegeByHand={state.driversCheckPrivilegeError || state.privilegeWithheld}
          actions={actions}
          onDocument={onDocument}
        />
      ))}
      <AddRow
        id="add-driver"
        label={t.addDriver}
        keys="Alt+D"
        wrong={wrong['add-driver']}
        full={drivers.length >= state.limitForInsuredDrivers}
        limit={limit(state.limitForInsuredDrivers)}
        onAdd={actions.addDriver}
      />
    </section>
  )
}
