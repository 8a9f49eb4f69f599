import { type ReactNode, Suspense } from 'react'
import { lazy } from '../../lazy.ts'
import { mayTypeDocument } from '../../sale/model/refusal.ts'
import type { Driver } from '../../sale/model/sale.ts'
import { experienceAsked } from '../../sale/rows.ts'
import { useTexts } from '../../texts.ts'
import { FieldError } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DocumentOffer } from '../dialogs/document-offer.tsx'
import saleWords from '../purchase-texts.ts'
import { ConsentWait } from '../sections/consent.tsx'
import { DriverFacts } from '../sections/driver-facts.tsx'
import { ExperienceField } from '../sections/experience.tsx'
import { errorOf } from '../state/failure.ts'
import { driverLookup } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import words from './review-texts.ts'
import styles from './rows.module.css'

/** Comes with what a refusal needs. */
const WaysOn = lazy(() =>
  import('../../ui/way-on.tsx').then(
    (module) => ({ default: module.WaysOn }),
    () => ({ default: () => <></> }),
  ),
)

type Props = { purchase: PurchaseActions; onEdit: () => void }

/** The drivers with the registers' facts; asks the buyer for what the registers lack. */
export function DriversRow({ purchase, onEdit }: Props) {
  const t = useTexts(words)
  const { state } = purchase
  // While the sheet is open, its errors show in the sheet alone.
  const here = state.editing?.sheet !== 'drivers'
  const wrong = here
    ? state.drivers
        .map(({ id }) => state.errors.find(({ field }) => field.startsWith(`driver-${id}-`)))
        .find((error) => error !== undefined)?.message
    : undefined
  const asked = state.policyholder.willDrive && state.policyholder.lookup.kind === 'busy'
  return (
    <Row
      id="drivers"
      title={t.rows.drivers}
      act={state.drivers.length > 0 ? t.edit : t.add}
      onEdit={onEdit}
      error={wrong ?? errorOf(state, 'add-driver') ?? errorOf(state, 'willDrive')}
      value={
        asked ? null : (
          <div className={styles.people}>
            <Own purchase={purchase} />
            {here ? state.drivers.map((row) => <Other key={row.id} row={row} />) : null}
          </div>
        )
      }
      // Reserves the second line of the answer, so that nothing below moves.
      more={asked ? '\u00a0' : undefined}
    >
      {here ? <Asked purchase={purchase} onEdit={onEdit} /> : null}
    </Row>
  )
}

function Own({ purchase: { state, buyer } }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  if (!state.policyholder.willDrive)
    return state.drivers.length === 0 ? <span>{t.youNot}</span> : null
  const found = state.policyholder.lookup.kind === 'found' ? state.policyholder.lookup.found : null
  return (
    <div className={styles.person}>
      <span>{(found?.name || buyer.name) ?? all.yourself}</span>
      {found ? (
        <span className={styles.more}>
          <DriverFacts found={found} nameless />
          {state.policyholder.privilege === 'confirmed'
            ? ` · ${all.privilegeConfirmed.toLowerCase()}`
            : null}
        </span>
      ) : null}
      {experienceAsked(state.policyholder.lookup) && state.policyholder.experienced !== null ? (
        <span className={styles.more}>
          {all.experienceDeclared(all.yourself, state.policyholder.experienced)}
        </span>
      ) : null}
    </div>
  )
}

function Other({ row }: { row: Driver }) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const lookup = driverLookup(row)
  const found = lookup.kind === 'found' ? lookup.found : null
  return (
    <div className={styles.person}>
      <span>{found?.name || t.unnamed}</span>
      {found ? (
        <span className={styles.more}>
          <DriverFacts found={found} nameless />
          {row.privilege === 'confirmed' ? ` · ${all.privilegeConfirmed.toLowerCase()}` : null}
        </span>
      ) : null}
      {found && experienceAsked(lookup) && row.experienced !== null ? (
        <span className={styles.more}>{all.experienceDeclared(found.name, row.experienced)}</span>
      ) : null}
      {row.consent.kind === 'none' ? <span className={styles.more}>{all.consentNone}</span> : null}
    </div>
  )
}

/** What only a person can answer: their own word, a document, a consent. */
function Asked({ purchase, onEdit }: Props) {
  const { state, dispatch, buyer } = purchase
  const failed =
    state.policyholder.willDrive && state.policyholder.lookup.kind === 'failed'
      ? state.policyholder.lookup
      : null
  const { refused } = state.policyholder
  const asksExperience = state.policyholder.willDrive && experienceAsked(state.policyholder.lookup)
  const waiting = state.drivers.filter(
    ({ consent }) => consent.kind !== 'approved' && consent.kind !== 'none',
  )
  const typesDocument = refused !== null && mayTypeDocument(refused)
  if (!failed && !asksExperience && waiting.length === 0) return null
  return (
    <>
      {asksExperience ? (
        <ExperienceField
          name="experience"
          own
          experienced={state.policyholder.experienced}
          error={errorOf(state, 'experience')}
          onChange={(experienced) => dispatch({ type: 'policyholder', patch: { experienced } })}
        />
      ) : null}
      {failed ? (
        <>
          <p role="alert" className={styles.failed}>
            {failed.message}
          </p>
          {typesDocument ? null : (
            <DocumentOffer
              mark={failed}
              iin={buyer.iin}
              onSaved={() => dispatch({ type: 'mended', iin: buyer.iin })}
            />
          )}
          <Suspense fallback={null}>
            <WaysOn
              code={failed.code}
              reason={failed.reason}
              acts={{
                again: () => dispatch({ type: 'ask-again', what: 'policyholder' }),
                other_driver: onEdit,
              }}
            />
          </Suspense>
        </>
      ) : null}
      {waiting.map((row) => (
        <ConsentWait
          key={row.id}
          row={row}
          dispatch={dispatch}
          onWithout={() => dispatch({ type: 'driver-removed', id: row.id })}
        />
      ))}
    </>
  )
}

type RowProps = {
  /** Id of the row's element; an error in its sheet links here. */
  id: string
  title: string
  /** The value found or chosen; a missing one shows as a waiting bar. */
  value: ReactNode
  more?: ReactNode
  /** Label and action of Edit; without it nothing can be changed. */
  act?: string | undefined
  onEdit?: (() => void) | undefined
  /** Error of the row. */
  error?: string | undefined
  /** Questions of the row. */
  children?: ReactNode
}

/** One fact of the policy with its Edit; its required questions are inside. */
export function Row({ id, title, value, more, act, onEdit, error, children }: RowProps) {
  const t = useTexts(words)
  return (
    <section
      className={styles.row}
      aria-labelledby={`${id}-title`}
      data-wrong={error ? '' : undefined}
    >
      <div className={styles.said}>
        <p className={styles.title} id={`${id}-title`}>
          {title}
        </p>
        {value ? <div className={styles.value}>{value}</div> : <Skeleton shape="line" />}
        {more ? <div className={styles.more}>{more}</div> : null}
        <FieldError id={id} error={error} />
      </div>
      {onEdit ? (
        <button
          type="button"
          id={`${id}-edit`}
          className={styles.edit}
          aria-label={`${act ?? t.edit}${t.openFor(title)}`}
          onClick={onEdit}
        >
          {act ?? t.edit}
        </button>
      ) : null}
      {children ? <div className={styles.asked}>{children}</div> : null}
    </section>
  )
}
