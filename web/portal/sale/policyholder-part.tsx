import { lazy, memo, Suspense, useEffect } from 'react'
import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import { fieldText } from '#texts/fields.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IinField } from '../../ui/iin-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ExperienceBox } from './experience-box.tsx'
import { PersonLine } from './person-line.tsx'
import { PrivilegeBox } from './privilege-box.tsx'
import rows from './rows.module.css'
import type { SaleActions } from './sale.ts'
import styles from './sheet.module.css'
import { askOfInsurer } from './state/changes.ts'
import { mayAskAgain } from './state/failure.ts'
import type { Insurer } from './state/state.ts'
import words from './texts.ts'

const ConsentLine = lazy(() =>
  import('./consent-line.tsx').then((module) => ({ default: module.ConsentLine })),
)

type Props = {
  insurer: Insurer
  willDrive: boolean
  consentRequired: boolean
  privilegeByHand: boolean
  iinWrong: string | undefined
  phoneWrong: string | undefined
  emailWrong: string | undefined
  licenceWrong: string | undefined
  driveWrong: string | undefined
  /** The age or the person's certificate, from the calculation. */
  trouble: string
  actions: SaleActions
  onDocument: (iin: string) => void
}

/** The policyholder: the IIN and who it is, the phone, whether they drive. */
export const InsurerPart = memo(function InsurerPart(props: Props) {
  const {
    insurer,
    willDrive,
    consentRequired,
    privilegeByHand,
    trouble,
    actions,
    onDocument,
    ...wrong
  } = props
  const t = useTexts(words)
  const locale = useLocale()
  const phone = parsePhone(insurer.phone) !== null || insurer.phone === ''
  const asks =
    isIin(insurer.iin) && phone && !insurer.flags.spinner && insurer.asked !== askOfInsurer(insurer)

  // Outside React: the registers, once for every IIN, licence and phone.
  useEffect(() => {
    if (asks) void actions.askInsurer()
  }, [asks, actions])

  const { dispatch } = actions
  const set = (
    patch: Partial<
      Pick<
        Insurer,
        'iin' | 'phone' | 'email' | 'driverLicenseNumber' | 'privilege' | 'experienced' | 'consent'
      >
    >,
  ): void => dispatch({ type: 'insurer', patch })
  const impossible =
    insurer.iin.length === 12 && !isIin(insurer.iin) ? fieldText('iin', locale) : undefined
  const error = trouble || insurer.flags.error
  return (
    <section className={styles.part} aria-labelledby="part-insurer">
      <h2 id="part-insurer">{t.insurer}</h2>
      <div className={rows.whole}>
        <div className={rows.fields}>
          <IinField
            name="insurer-iin"
            label={t.iin}
            defaultValue={insurer.iin}
            error={wrong.iinWrong ?? impossible}
            onValue={(_, iin) => iin !== insurer.iin && set({ iin })}
          />
          <PhoneField
            name="insurer-phone"
            label={t.phone}
            autoComplete="off"
            defaultValue={insurer.phone}
            error={wrong.phoneWrong ?? (insurer.flags.phoneError || undefined)}
            onValue={(_, typed) => typed !== insurer.phone && set({ phone: typed })}
          />
          {willDrive ? (
            <TextField
              name="insurer-licence"
              label={t.licence}
              autoCapitalize="characters"
              autoComplete="off"
              maxLength={12}
              defaultValue={insurer.driverLicenseNumber}
              error={wrong.licenceWrong}
              onBlur={(text) => {
                const driverLicenseNumber = text.trim().toUpperCase()
                if (driverLicenseNumber !== insurer.driverLicenseNumber)
                  set({ driverLicenseNumber })
              }}
            />
          ) : null}
          <TextField
            name="insurer-email"
            label={t.email}
            type="email"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            defaultValue={insurer.email}
            error={wrong.emailWrong}
            onBlur={(text) => text.trim() !== insurer.email && set({ email: text.trim() })}
          />
        </div>
        <div>
          <PersonLine
            name={insurer.name}
            experience={willDrive ? insurer.experience : null}
            experienceAsked={insurer.experienceAsked}
            spinner={insurer.flags.spinner}
            error={error}
            onRetry={
              insurer.flags.error && mayAskAgain(insurer.flags.errorCode)
                ? () => dispatch({ type: 'ask-again', what: 'insurer' })
                : undefined
            }
            onDocument={insurer.flags.byDocument ? () => onDocument(insurer.iin) : undefined}
          />
          <Checkbox
            name="insurer-will-drive"
            label={t.willDrive}
            defaultChecked={willDrive}
            error={wrong.driveWrong}
            onChecked={(insurerWillDrive) =>
              dispatch({ type: 'term', patch: { insurerWillDrive } })
            }
          />
          {willDrive ? (
            <ExperienceBox
              {...insurer}
              field="insurer-experience"
              wrong={insurer.flags.error}
              onChecked={(experienced) => set({ experienced })}
            />
          ) : null}
          {insurer.name && willDrive ? (
            <PrivilegeBox
              name="insurer-privilege"
              on={insurer.privilege}
              locked={insurer.privilegeLocked}
              byHand={privilegeByHand}
              onChecked={(privilege) => set({ privilege })}
            />
          ) : null}
          {consentRequired && isIin(insurer.iin) ? (
            <Suspense>
              <ConsentLine
                id="insurer"
                iin={insurer.iin}
                phone={insurer.phone}
                ownPhone
                consent={insurer.consent}
                onPhone={(typed) => set({ phone: typed })}
                onConsent={(consent) => {
                  set({ consent })
                  if (consent.kind === 'approved') actions.agreed(insurer.iin)
                }}
              />
            </Suspense>
          ) : null}
        </div>
      </div>
    </section>
  )
})
