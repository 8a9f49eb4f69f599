import { memo, Suspense } from 'react'
import { isIin } from '#domain/iin.ts'
import { lazy } from '../../lazy.ts'
import { rowFieldId } from '../../sale/model/place.ts'
import { mayAskAgain } from '../../sale/model/refusal.ts'
import type { Driver } from '../../sale/model/sale.ts'
import { RowFields } from '../../sale/rows/row-fields.tsx'
import { isPolicyholder, isRepeated } from '../../sale/rows.ts'
import { useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { PersonIcon } from '../../ui/icons.tsx'
import { AddRow } from './add-row.tsx'
import { ExperienceBox, PersonLine, PrivilegeBox } from './person-line.tsx'
import rowsStyles from './rows.module.css'
import type { SaleActions } from './sale.ts'
import styles from './sheet.module.css'
import { SheetRow } from './sheet-row.tsx'
import { driverFacts } from './state/row-facts.ts'
import type { State, Wrong } from './state/state.ts'
import { policyholderField } from './state/wire.ts'
import words from './texts.ts'

const ConsentLine = lazy(() =>
  import('./consent-line.tsx').then((module) => ({ default: module.ConsentLine })),
)

type DriverRowProps = {
  driver: Driver
  number: number
  /** The IIN is in a row above. */
  repeated: boolean
  /** The policyholder's own row. */
  own: boolean
  /** Field errors by field id, from the checks before sending or a 422. */
  wrong: Wrong
  consentRequired: boolean
  privilegeByHand: boolean
  actions: SaleActions
  onDocument: (iin: string) => void
}

/** One driver: IIN, name and privilege. Memoised: redrawn only if this row changes. */
const DriverRow = memo(function DriverRow(props: DriverRowProps) {
  const { driver, number, repeated, own, wrong, consentRequired, actions } = props
  const { id } = driver
  const t = useTexts(words)
  const usable = isIin(driver.iin) && !repeated && !own

  return (
    <SheetRow
      id={`driver-${id}`}
      title={t.driver(number)}
      number={number}
      onRemove={() => actions.removeDriver(id)}
    >
      <div className={rowsStyles.fields} data-driver-row="">
        <RowFields
          of="driver"
          row={driver}
          keys={['iin']}
          dense
          errorAt={(key) => wrong[rowFieldId('driver', id, key)]}
          repeated={{ iin: repeated }}
          onChange={(patch) => actions.dispatch({ type: 'driver', id, patch })}
        />
      </div>
      <div className={rowsStyles.side}>
        {own ? (
          <div className={rowsStyles.found}>
            <Chip icon={<PersonIcon />}>{t.isPolicyholder}</Chip>
          </div>
        ) : (
          <DriverFound {...props} />
        )}
        {consentRequired && usable ? (
          <Suspense>
            <ConsentLine
              id={`driver-${id}`}
              iin={driver.iin}
              phone={driver.phone}
              ownPhone={false}
              consent={driver.consent}
              onPhone={(phone) => actions.dispatch({ type: 'driver', id, patch: { phone } })}
              onConsent={(said) => {
                actions.dispatch({ type: 'consent', of: id, ...said })
                if (said.consent.kind === 'approved') actions.agreed(said.iin)
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </SheetRow>
  )
})

/** The person by the registers, and what only the driver knows: experience and privilege. */
function DriverFound({ driver, privilegeByHand, actions, onDocument }: DriverRowProps) {
  const { id } = driver
  const set = (patch: Partial<Omit<Driver, 'id'>>): void =>
    actions.dispatch({ type: 'driver', id, patch })
  const said = driverFacts(driver)
  return (
    <PersonLine
      said={said}
      onRetry={
        said.error && mayAskAgain(said.code)
          ? () => actions.dispatch({ type: 'ask-again', what: 'driver', id })
          : undefined
      }
      onDocument={said.byDocument ? () => onDocument(driver.iin) : undefined}
    >
      <ExperienceBox
        said={said}
        experienced={driver.experienced}
        field={`driver-${id}-experience`}
        onChecked={(experienced) => set({ experienced })}
      />
      {said.name ? (
        <PrivilegeBox
          name={`driver-${id}-privilege`}
          privilege={driver.privilege}
          byHand={privilegeByHand}
          onChecked={(privilege) => set({ privilege })}
        />
      ) : null}
    </PersonLine>
  )
}

type Props = {
  state: State
  /** Field errors by field id. */
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
