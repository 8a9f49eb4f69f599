import { isRepeated } from '../../sale/rows.ts'
import { useTexts } from '../../texts.ts'
import { AddRow } from './add-row.tsx'
import { DriverRow } from './driver-row.tsx'
import type { SaleActions } from './sale.ts'
import styles from './sheet.module.css'
import { isPolicyholder } from './state/said.ts'
import type { State } from './state/state.ts'
import words from './texts.ts'

type Props = { state: State; actions: SaleActions; onDocument: (iin: string) => void }

/** The drivers beside the policyholder, and one more of them. */
export function DriversPart({ state, actions, onDocument }: Props) {
  const t = useTexts(words)
  const drivers = Object.entries(state.drivers)
  const rows = Object.values(state.drivers)
  const limit = state.policyholderWillDrive ? t.limitWithInsurer : t.limit
  return (
    <section className={styles.part} aria-labelledby="part-drivers">
      <h2 id="part-drivers">{t.drivers}</h2>
      {drivers.length === 0 && !state.policyholderWillDrive ? (
        <p className={styles.note}>{t.noDrivers}</p>
      ) : null}
      {drivers.map(([id, driver], index) => (
        <DriverRow
          key={id}
          id={id}
          driver={driver}
          number={index + 1}
          repeated={driver.iin.length === 12 && isRepeated(rows, driver, 'iin')}
          own={isPolicyholder(driver, state)}
          wrong={state.wrong}
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
        wrong={state.wrong['add-driver']}
        full={drivers.length >= state.limitForInsuredDrivers}
        limit={limit(state.limitForInsuredDrivers)}
        onAdd={actions.addDriver}
      />
    </section>
  )
}
