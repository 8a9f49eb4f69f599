import { useEffect, useState } from 'react'
import { maskIin } from '#domain/iin.ts'
import { formatPhone } from '#domain/phone.ts'
import { flowName } from '../../flow.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PersonIcon } from '../../ui/icons.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { Switch } from '../../ui/switch.tsx'
import { DocumentOffer } from '../dialogs/document-offer.tsx'
import { policyholderFields } from '../model/fields.ts'
import { mayAskAgain, mayTypeDocument, wantsLicence } from '../model/refusal.ts'
import words from '../purchase-texts.ts'
import { RowField } from '../rows/row-field.tsx'
import fieldWords from '../rows/row-texts.ts'
import { errorOf } from '../state/failure.ts'
import { experienceAsked } from '../state/wire.ts'
import { DriverFacts } from './driver-facts.tsx'
import { ExperienceField } from './experience.tsx'
import { PrivilegeField } from './privilege.tsx'
import type { SectionProps } from './section.ts'
import styles from './sections.module.css'

/** Who buys, as the code proved it. */
export function PolicyholderSection({ state, dispatch, registers, buyer, signOut }: SectionProps) {
  const t = useTexts(words)
  const field = useTexts(fieldWords)
  const name = state.own.kind === 'found' ? state.own.found.name : buyer.name
  const rowError = state.rowErrors.find(({ iin }) => iin === buyer.iin)
  const error = errorOf(state, 'policyholder')
  const [attempts, setAttempts] = useState(0)
  const failed = state.own.kind === 'failed' ? state.own : null

  // Outside React: the register of drivers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start date alone does not make another person
  useEffect(() => {
    if (!state.willDrive) return
    let left = false
    dispatch({ type: 'own', lookup: { kind: 'busy' } })
    void registers.own(buyer.iin, state.licenceNumber, state.start).then((lookup) => {
      if (!left) dispatch({ type: 'own', lookup })
    })
    return () => {
      left = true
    }
  }, [state.willDrive, state.licenceNumber, buyer.iin, attempts]) // oxlint-disable-line react/exhaustive-deps

  const mended = (): void => {
    dispatch({ type: 'mended', iin: buyer.iin })
    setAttempts((count) => count + 1)
  }
  const askLicence =
    state.licenceNumber !== '' || wantsLicence(failed?.code) || wantsLicence(rowError?.code)
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{t.policyholderWhat}</p>
      <div
        className={styles.person}
        id="policyholder"
        tabIndex={-1}
        data-invalid={error ? '' : undefined}
      >
        <PersonIcon />
        <div className={styles.personBody}>
          <p className={styles.personName}>{name ?? maskIin(buyer.iin)}</p>
          <p className={styles.note}>
            {name ? `${maskIin(buyer.iin)} · ` : null}
            <span className={styles.nowrap}>{formatPhone(buyer.phone)}</span>
          </p>
        </div>
        {flowName() === 'egov' ? null : (
          <Button variant="quiet" size="small" onClick={signOut}>
            {t.notYou}
          </Button>
        )}
      </div>
      <FieldError id="policyholder" error={error} />
      {rowError && mayTypeDocument(rowError) ? (
        <DocumentOffer mark={rowError} iin={buyer.iin} onSaved={mended} />
      ) : null}
      <Switch
        name="willDrive"
        label={t.willDrive}
        hint={t.willDriveHint}
        defaultChecked={state.willDrive}
        error={errorOf(state, 'willDrive')}
        onChecked={(willDrive) => {
          dispatch({ type: 'set', patch: { willDrive } })
          if (!willDrive && state.drivers.length === 0)
            dispatch({ type: 'driver-added', id: crypto.randomUUID() })
        }}
      />
      {state.willDrive ? (
        <>
          {state.own.kind === 'busy' ? <RowProgress>{t.lookDriver}</RowProgress> : null}
          {state.own.kind === 'found' ? (
            <Chip tone="good">
              <DriverFacts found={state.own.found} nameless />
            </Chip>
          ) : null}
          {experienceAsked(state.own) ? (
            <ExperienceField
              name="experience"
              own
              experienced={state.experienced}
              error={errorOf(state, 'experience')}
              onChange={(experienced) => dispatch({ type: 'set', patch: { experienced } })}
            />
          ) : null}
          {failed && failed.message !== error ? (
            <div className={styles.failure}>
              <FieldError id="own" error={failed.message} />
              <div className={styles.found}>
                {failed.code !== null && !(rowError && mayTypeDocument(rowError)) ? (
                  <DocumentOffer
                    mark={{ code: failed.code, reason: failed.reason }}
                    iin={buyer.iin}
                    onSaved={mended}
                  />
                ) : null}
                {mayAskAgain(failed.code) ? (
                  <Button
                    variant="quiet"
                    size="small"
                    className={styles.flush}
                    onClick={() => setAttempts((count) => count + 1)}
                  >
                    {t.retry}
                  </Button>
                ) : null}
              </div>
            </div>
          ) : null}
          {askLicence ? (
            <RowField
              field={policyholderFields.licenceNumber}
              name="licence"
              words={field.driver.licenceNumber}
              optional={t.optional}
              value={state.licenceNumber}
              error={errorOf(state, 'licence')}
              onChange={(licenceNumber) => dispatch({ type: 'set', patch: { licenceNumber } })}
            />
          ) : null}
        </>
      ) : null}
      <PrivilegeField
        name="privilege"
        label={t.benefit}
        iin={buyer.iin}
        privilege={state.privilege}
        onChange={(privilege) => dispatch({ type: 'set', patch: { privilege } })}
      />
    </div>
  )
}
