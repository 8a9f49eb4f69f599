import { useEffect } from 'react'
import { isIin } from '#domain/iin.ts'
import { fieldText } from '#texts/fields.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { PersonIcon, TrashIcon } from '../../ui/icons.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { DocumentOffer } from '../dialogs/document-offer.tsx'
import { rowFieldId } from '../model/place.ts'
import { mayAskAgain, wantsLicence } from '../model/refusal.ts'
import words from '../purchase-texts.ts'
import { RowFields } from '../rows/row-fields.tsx'
import { errorOf } from '../state/failure.ts'
import { type DriverRow, rowQuestion } from '../state/state.ts'
import { experienceAsked } from '../state/wire.ts'
import { ConsentField } from './consent.tsx'
import { DriverFacts } from './driver-facts.tsx'
import { ExperienceField } from './experience.tsx'
import { focusBeside } from './focus-beside.ts'
import { PrivilegeField } from './privilege.tsx'
import type { SectionProps } from './section.ts'
import styles from './sections.module.css'

type Props = SectionProps & {
  row: DriverRow
  number: number
  /** The licence is asked from the start and may not be left out. */
  whole?: boolean
  /** The row may not be taken away. */
  fixed?: boolean
}

/**
 * One driver: IIN, the masked name it belongs to, phone and consent; each look-up with its own
 * progress and failure.
 */
export function DriverRowFields({ state, dispatch, registers, row, number, whole, fixed }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const id = `driver-${row.id}`
  const set = (patch: Partial<Omit<DriverRow, 'id'>>, iin?: string): void =>
    dispatch({ type: 'driver-set', id: row.id, patch, ...(iin ? { iin } : {}) })
  const self = row.iin === state.owner
  const repeated =
    row.iin !== '' &&
    state.drivers.findIndex(({ iin }) => iin === row.iin) !==
      state.drivers.findIndex((one) => one.id === row.id)
  const usable = isIin(row.iin) && !repeated && !self

  // Outside React: the registers, once for every IIN and licence.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row asks anew only when its question or the state of asking changes
  useEffect(() => {
    if (usable && row.lookup.kind === 'idle') void registers.driver(row, state.start)
  }, [usable, rowQuestion(row), row.lookup.kind === 'idle']) // oxlint-disable-line react/exhaustive-deps

  const rowError = state.rowErrors.find(({ iin }) => iin !== null && iin === row.iin)
  const errorAt = (key: string): string | undefined =>
    errorOf(state, rowFieldId('driver', row.id, key))
  const remark = repeated
    ? fieldText('iin_repeated', locale)
    : self && state.willDrive
      ? t.duplicateSelf
      : undefined
  // What the register said stays in the row; that nothing goes on without it stands in the summary.
  const failed = row.lookup.kind === 'failed' && usable ? row.lookup : null
  const offered =
    rowError ??
    (failed && failed.code !== null ? { code: failed.code, reason: failed.reason } : null)
  const askLicence =
    whole || row.licenceNumber !== '' || wantsLicence(failed?.code) || wantsLicence(rowError?.code)
  const below = (
    <div className={styles.found} aria-live="polite">
      {row.lookup.kind === 'busy' && usable ? <RowProgress>{t.lookDriver}</RowProgress> : null}
      {row.lookup.kind === 'found' && row.lookup.found.name !== '' ? (
        <Chip tone="good" icon={<PersonIcon />}>
          <DriverFacts found={row.lookup.found} />
        </Chip>
      ) : null}
      {offered ? (
        <DocumentOffer
          mark={offered}
          iin={row.iin}
          onSaved={() => dispatch({ type: 'mended', iin: row.iin })}
        />
      ) : null}
      {failed && mayAskAgain(failed.code) ? (
        <Button
          variant="quiet"
          size="small"
          className={styles.flush}
          onClick={() => set({ lookup: { kind: 'idle' } })}
        >
          {t.retry}
        </Button>
      ) : null}
      {self && !state.willDrive ? <Chip icon={<PersonIcon />}>{t.you}</Chip> : null}
    </div>
  )
  return (
    <fieldset className={styles.row} aria-labelledby={`${id}-title`}>
      <legend className={styles.rowHead}>
        <span id={`${id}-title`}>{t.driverTitle(number)}</span>
        {fixed ? null : (
          <Button
            variant="quiet"
            size="small"
            icon={<TrashIcon />}
            aria-label={`${t.remove}: ${t.driverTitle(number)}`}
            onClick={(event) => {
              focusBeside(event.currentTarget)
              dispatch({ type: 'driver-removed', id: row.id })
            }}
          >
            {t.remove}
          </Button>
        )}
      </legend>
      <RowFields
        of="driver"
        row={row}
        only={['iin']}
        errorAt={(key) => failed?.message ?? errorAt(key)}
        onChange={set}
        more={() => ({ remark, below })}
      />
      {askLicence ? (
        <RowFields
          of="driver"
          row={row}
          only={['licenceNumber']}
          errorAt={errorAt}
          onChange={set}
          more={() => (whole ? { noHint: true } : { optional: t.optional })}
        />
      ) : null}
      {!self && experienceAsked(row.lookup) ? (
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
          <RowFields
            of="driver"
            row={row}
            without={['iin', 'licenceNumber']}
            errorAt={errorAt}
            onChange={set}
          />
          <ConsentField
            row={row}
            error={errorAt('consent')}
            onChange={(consent) => set({ consent }, row.iin)}
          />
          <PrivilegeField
            name={`${id}-privilege`}
            label={t.privilegeOfDriver}
            iin={row.iin}
            privilege={row.privilege}
            // Told of whoever has agreed alone.
            disabled={!usable || row.consent.kind !== 'approved'}
            onChange={(privilege) => set({ privilege }, row.iin)}
          />
        </>
      )}
    </fieldset>
  )
}
