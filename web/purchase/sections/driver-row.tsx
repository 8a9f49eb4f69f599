import { useCallback, useRef } from 'react'
import { rowFieldId } from '../../sale/model/place.ts'
import { mayAskAgain } from '../../sale/model/refusal.ts'
import type { Driver, Privilege } from '../../sale/model/sale.ts'
import { RowFields } from '../../sale/rows/row-fields.tsx'
import { experienceAsked, isDriverAsked, isPolicyholder, isRepeated } from '../../sale/rows.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckIcon, CloseIcon, PersonIcon } from '../../ui/icons.tsx'
import { TrashIcon } from '../../ui/later-icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { DocumentOffer } from '../dialogs/document-offer.tsx'
import { buyerDoor } from '../door.ts'
import words from '../purchase-texts.ts'
import { errorOf } from '../state/failure.ts'
import { driverLookup } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { ConsentField } from './consent.tsx'
import { DriverFacts } from './driver-facts.tsx'
import { ExperienceField } from './experience.tsx'
import { focusBeside } from './focus-beside.ts'
import styles from './sections.module.css'

type Props = PurchaseActions & {
  row: Driver
  number: number
  /** Null: there is nothing to take away. */
  onRemove: (() => void) | null
}

/**
 * One driver: IIN, the masked name it belongs to, phone and consent; each look-up with its own
 * progress and failure.
 */
export function DriverRowFields({ state, dispatch, row, number, onRemove }: Props) {
  const t = useTexts(words)
  const id = `driver-${row.id}`
  const set = (patch: Partial<Omit<Driver, 'id'>>, iin?: string): void =>
    dispatch({ type: 'driver', id: row.id, patch, ...(iin ? { iin } : {}) })
  const { self, usable, failed, offered } = standingOf(state, row)
  const errorAt = (key: string): string | undefined =>
    errorOf(state, rowFieldId('driver', row.id, key))
  return (
    <fieldset className={styles.row} aria-labelledby={`${id}-title`}>
      <Head id={`${id}-title`} title={t.driverTitle(number)} onRemove={onRemove} />
      <RowFields
        of="driver"
        row={row}
        keys={['iin']}
        errorAt={(key) => failed?.message ?? errorAt(key)}
        onChange={set}
        repeated={{ iin: isRepeated(state.drivers, row, 'iin') }}
        more={() => ({
          remark: self && state.policyholder.willDrive ? t.duplicateSelf : undefined,
          below: (
            <Below
              row={row}
              usable={usable}
              self={self && !state.policyholder.willDrive}
              offered={offered}
              onMended={() => dispatch({ type: 'mended', iin: row.iin })}
              onRetry={() => dispatch({ type: 'ask-again', what: 'driver', id: row.id })}
            />
          ),
        })}
      />
      {!self && experienceAsked(driverLookup(row)) ? (
        <ExperienceField
          key={row.iin}
          name={`${id}-experience`}
          experienced={row.experienced}
          error={errorAt('experienced')}
          onChange={(experienced) => set({ experienced }, row.iin)}
        />
      ) : null}
      {self ? null : (
        <>
          <RowFields of="driver" row={row} keys={['phone']} errorAt={errorAt} onChange={set} />
          <Agreed
            row={row}
            usable={usable}
            error={errorAt('consent')}
            dispatch={dispatch}
            onPrivilege={(privilege) => set({ privilege }, row.iin)}
          />
        </>
      )}
    </fieldset>
  )
}

type HeadProps = { id: string; title: string; onRemove: (() => void) | null }

function Head({ id, title, onRemove }: HeadProps) {
  const t = useTexts(words)
  return (
    <legend className={styles.rowHead}>
      <span id={id}>{title}</span>
      {onRemove ? (
        <Button
          variant="quiet"
          size="small"
          icon={<TrashIcon />}
          aria-label={`${t.remove}: ${title}`}
          onClick={(event) => {
            focusBeside(event.currentTarget)
            onRemove()
          }}
        >
          {t.removeShort}
        </Button>
      ) : null}
    </legend>
  )
}

/** Returns a row's state: whether it is the policyholder's, may be queried, and what failed. */
function standingOf(state: PurchaseActions['state'], row: Driver) {
  const self = isPolicyholder(row, state)
  const usable = isDriverAsked(row, state)

  // The register's answer stays in the row; the summary shows that it blocks the purchase.
  const lookup = driverLookup(row)
  const failed = lookup.kind === 'failed' && usable ? lookup : null
  const offered = row.refused ?? failed
  return { self, usable, failed, offered }
}

type BelowProps = {
  row: Driver
  usable: boolean
  /** The policyholder, who does not drive by the form. */
  self: boolean
  offered: Parameters<typeof DocumentOffer>[0]['mark'] | null
  onMended: () => void
  onRetry: () => void
}

/** The registers' answer about the driver, and the actions if it is not enough. */
function Below({ row, usable, self, offered, onMended, onRetry }: BelowProps) {
  const t = useTexts(words)
  const lookup = driverLookup(row)
  return (
    <div className={styles.found} aria-live="polite">
      {lookup.kind === 'busy' && usable ? <RowProgress>{t.lookDriver}</RowProgress> : null}
      {lookup.kind === 'found' && lookup.found.name !== '' ? (
        <Chip tone="good" icon={<PersonIcon />}>
          <DriverFacts found={lookup.found} />
        </Chip>
      ) : null}
      {offered ? <DocumentOffer mark={offered} iin={row.iin} onSaved={onMended} /> : null}
      {lookup.kind === 'failed' && usable && mayAskAgain(lookup.code) ? (
        <Button variant="quiet" size="small" className={styles.flush} onClick={onRetry}>
          {t.retry}
        </Button>
      ) : null}
      {self ? <Chip icon={<PersonIcon />}>{t.you}</Chip> : null}
    </div>
  )
}

type AgreedProps = Pick<PurchaseActions, 'dispatch'> & {
  row: Driver
  usable: boolean
  error: string | undefined
  onPrivilege: (privilege: Driver['privilege']) => void
}

/** The driver's own consent, and the privilege that it allows to ask about. */
function Agreed({ row, usable, error, dispatch, onPrivilege }: AgreedProps) {
  const t = useTexts(words)
  return (
    <>
      <ConsentField row={row} error={error} dispatch={dispatch} />
      <PrivilegeField
        name={`driver-${row.id}-privilege`}
        label={t.privilegeOfDriver}
        iin={row.iin}
        privilege={row.privilege}
        // The privilege is disclosed only after the person consents.
        disabled={!usable || row.consent.kind !== 'approved'}
        onChange={onPrivilege}
      />
    </>
  )
}

type PrivilegeProps = {
  name: string
  label: string
  iin: string
  privilege: Privilege
  onChange: (privilege: Privilege) => void
  disabled?: boolean
}

/**
 * The privilege of the law: declared by the person, confirmed by the register, or left out if the
 * register is silent.
 */
export function PrivilegeField({
  name,
  label,
  iin,
  privilege,
  onChange,
  disabled,
}: PrivilegeProps) {
  const t = useTexts(words)
  const asked = useRef(false)
  // On a phone the answer would come under the bar; a draft taken up again moves nothing.
  const intoView = useCallback((answer: HTMLElement | null) => {
    if (asked.current) answer?.scrollIntoView({ block: 'nearest' })
  }, [])
  const check = async (): Promise<void> => {
    asked.current = true
    onChange('busy')
    try {
      onChange((await buyerDoor.privilege(iin)) ? 'confirmed' : 'not_confirmed')
    } catch {
      onChange('error')
    }
  }
  return (
    <div className={styles.answered}>
      {/* Keyed: «continue without» unticks a box that keeps its own state. */}
      <Checkbox
        key={privilege === 'off' ? 'off' : 'on'}
        name={name}
        label={label}
        hint={t.privilegeHint}
        disabled={disabled}
        defaultChecked={privilege !== 'off'}
        onChecked={(checked) => (checked ? void check() : onChange('off'))}
      />
      {privilege === 'busy' ? <RowProgress>{t.privilegeBusy}</RowProgress> : null}
      {privilege === 'confirmed' ? (
        <div ref={intoView} role="status">
          <Chip tone="good" icon={<CheckIcon />}>
            {t.privilegeConfirmed}
          </Chip>
        </div>
      ) : null}
      {privilege === 'not_confirmed' ? (
        <div ref={intoView} role="status">
          <Chip tone="bad" icon={<CloseIcon />}>
            {t.privilegeNo}
          </Chip>
        </div>
      ) : null}
      {privilege === 'error' ? (
        <div ref={intoView}>
          <Notice
            tone="warn"
            live
            title={t.privilegeError}
            action={
              <div className={styles.actions}>
                <Button variant="secondary" size="small" onClick={() => onChange('off')}>
                  {t.privilegeSkip}
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  className={styles.flush}
                  onClick={() => void check()}
                >
                  {t.retry}
                </Button>
              </div>
            }
          />
        </div>
      ) : null}
    </div>
  )
}
