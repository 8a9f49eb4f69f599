import { memo, Suspense } from 'react'
import { isIin } from '#domain/iin.ts'
import { lazy } from '../../lazy.ts'
import { mayAskAgain } from '../../sale/model/refusal.ts'
import type { Policyholder } from '../../sale/model/sale.ts'
import { RowField } from '../../sale/rows/row-field.tsx'
import fieldWords from '../../sale/rows/row-texts.ts'
import { useTexts } from '../../texts.ts'
import { ExperienceBox, PersonLine, PrivilegeBox } from './person-line.tsx'
import rows from './rows.module.css'
import type { SaleActions } from './sale.ts'
import styles from './sheet.module.css'
import { policyholderFacts } from './state/row-facts.ts'
import type { Wrong } from './state/state.ts'
import { policyholderField } from './state/wire.ts'
import words from './texts.ts'

const ConsentLine = lazy(() =>
  import('./consent-line.tsx').then((module) => ({ default: module.ConsentLine })),
)

type Props = {
  policyholder: Policyholder
  consentRequired: boolean
  privilegeByHand: boolean
  /** Field errors by field id. */
  wrong: Wrong
  /** The age or the person's certificate, from the calculation. */
  formError: string
  actions: SaleActions
  onDocument: (iin: string) => void
}

/** The policyholder: IIN, name, phone, consent. */
export const PolicyholderPart = memo(function PolicyholderPart(props: Props) {
  const { actions } = props
  const t = useTexts(words)
  const set = (patch: Partial<Policyholder>): void =>
    actions.dispatch({ type: 'policyholder', patch })
  return (
    <section className={styles.part} aria-labelledby="part-policyholder">
      <h2 id="part-policyholder">{t.policyholder}</h2>
      <div className={rows.whole}>
        <PolicyholderFields {...props} set={set} />
        <PolicyholderFound {...props} set={set} />
      </div>
    </section>
  )
})

type PartProps = Props & { set: (patch: Partial<Policyholder>) => void }

/** Typed fields of the policyholder. */
function PolicyholderFields({ policyholder, wrong, set }: PartProps) {
  const t = useTexts(words)
  const field = useTexts(fieldWords)
  const input = (key: 'iin' | 'phone') => ({
    of: key,
    name: policyholderField(key),
    dense: true,
    value: policyholder[key],
    error: wrong[policyholderField(key)],
    onChange: (value: string) => set({ [key]: value }),
  })
  return (
    <div className={rows.fields}>
      <RowField {...input('iin')} words={field.driver.iin} />
      <RowField
        {...input('phone')}
        words={{ label: t.phone }}
        remark={policyholderFacts(policyholder).phoneError}
      />
    </div>
  )
}

/** The policyholder by the registers; if they drive, what only they know; their consent. */
function PolicyholderFound(props: PartProps) {
  const { policyholder, formError, actions, onDocument, set } = props
  const { willDrive } = policyholder
  const { dispatch } = actions
  const said = policyholderFacts(policyholder)
  const { error, code, byDocument } = said
  return (
    <div>
      <PersonLine
        said={{
          ...said,
          ...(willDrive ? {} : { licence: null, experience: null }),
          error: formError || error,
        }}
        onRetry={
          error && mayAskAgain(code)
            ? () => dispatch({ type: 'ask-again', what: 'policyholder' })
            : undefined
        }
        onDocument={byDocument ? () => onDocument(policyholder.iin) : undefined}
      />
      {willDrive ? (
        <ExperienceBox
          said={said}
          experienced={policyholder.experienced}
          field="policyholder-experience"
          onChecked={(experienced) => set({ experienced })}
        />
      ) : null}
      {said.name && willDrive ? (
        <PrivilegeBox
          name="policyholder-privilege"
          privilege={policyholder.privilege}
          byHand={props.privilegeByHand}
          onChecked={(privilege) => set({ privilege })}
        />
      ) : null}
      {props.consentRequired && isIin(policyholder.iin) ? (
        <Suspense>
          <ConsentLine
            id="policyholder"
            iin={policyholder.iin}
            phone={policyholder.phone}
            ownPhone
            consent={policyholder.consent}
            onPhone={(typed) => set({ phone: typed })}
            onConsent={(answer) => {
              dispatch({ type: 'consent', of: null, ...answer })
              if (answer.consent.kind === 'approved') actions.agreed(answer.iin)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
