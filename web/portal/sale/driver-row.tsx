import { memo, Suspense } from 'react'
import { isIin } from '#domain/iin.ts'
import { fieldText } from '#texts/fields.ts'
import { lazy } from '../../lazy.ts'
import { rowFieldId } from '../../sale/model/place.ts'
import { mayAskAgain } from '../../sale/model/refusal.ts'
import type { Driver } from '../../sale/model/sale.ts'
import { RowFields } from '../../sale/rows/row-fields.tsx'
import { useLocale, useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { PersonIcon } from '../../ui/icons.tsx'
import { TrashIcon } from '../../ui/later-icons.tsx'
import { ExperienceBox } from './experience-box.tsx'
import { PersonLine } from './person-line.tsx'
import { PrivilegeBox } from './privilege-box.tsx'
import styles from './rows.module.css'
import type { SaleActions } from './sale.ts'
import { driverFacts } from './state/row-facts.ts'
import type { Wrong } from './state/state.ts'
import words from './texts.ts'

const ConsentLine = lazy(() =>
  import('./consent-line.tsx').then((module) => ({ default: module.ConsentLine })),
)

type Props = {
  driver: Driver
  number: number
  /** The IIN stands in a row above. */
  repeated: boolean
  /** The policyholder's own row. */
  own: boolean
  /** What is wrong with fields, by their ids: from the checks before sending or a 422. */
  wrong: Wrong
  consentRequired: boolean
  privilegeByHand: boolean
  actions: SaleActions
  onDocument: (iin: string) => void
}

/**
 * One driver: the IIN and who it is, the privilege. Drawn again only when something of
 * this row changes.
 */
export const DriverRow = memo(function DriverRow(props: Props) {
  const { driver, number, repeated, own, wrong, consentRequired, actions } = props
  const { id } = driver
  const t = useTexts(words)
  const locale = useLocale()
  const usable = isIin(driver.iin) && !repeated && !own

  return (
    <fieldset className={styles.row} data-driver-row="">
      <legend className="visually-hidden">{t.driver(number)}</legend>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.fields}>
        <RowFields
          of="driver"
          row={driver}
          keys={['iin']}
          dense
          errorAt={(key) => wrong[rowFieldId('driver', id, key)]}
          more={() => ({ remark: repeated ? fieldText('iin_repeated', locale) : undefined })}
          onChange={(patch) => actions.dispatch({ type: 'driver', id, patch })}
        />
      </div>
      <div className={styles.side}>
        {own ? (
          <div className={styles.found}>
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
              onConsent={(consent) => {
                actions.dispatch({ type: 'driver', id, patch: { consent } })
                if (consent.kind === 'approved') actions.agreed(driver.iin)
              }}
            />
          </Suspense>
        ) : null}
      </div>
      <button
        type="button"
        id={`driver-${id}-remove`}
        className={styles.remove}
        aria-label={`${t.remove}: ${t.driver(number)}`}
        onClick={() => actions.removeDriver(id)}
      >
        <TrashIcon />
      </button>
    </fieldset>
  )
})

/** Who the registers say it is, and what only the driver knows: the experience, the privilege. */
function DriverFound({ driver, privilegeByHand, actions, onDocument }: Props) {
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
