import { useEffect, useState } from 'react'
import { isPlate } from '#domain/plate.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlateField } from '../../ui/plate-field.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import styles from './way.module.css'
import { type StopProps, wrongOf } from './way.ts'
import words from './where-texts.ts'

type Found = 'asking' | 'unknown' | { insured: boolean; insurer: string | null }

/** The other car: its number, and whether the unified database has a policy of it on that day. */
export function OtherCar({ hand, wrong, error }: StopProps & { error: string | undefined }) {
  const t = useTexts(words)
  const { other_plate: plate, no_other: noOther, on } = hand.draft.answers
  const [typed, setTyped] = useState(plate ?? '')
  const [found, setFound] = useState<Found | null>(null)
  // Outside React: the unified database, once for a whole number and its day.
  useEffect(() => {
    if (!plate || !on) return setFound(null)
    const stop = new AbortController()
    setFound('asking')
    ask('claimOtherCar', { plate, on }, { signal: stop.signal }).then(
      ({ data }) => setFound(data),
      () => {
        if (!stop.signal.aborted) setFound('unknown')
      },
    )
    return () => stop.abort()
  }, [plate, on])
  const broken = typed.length >= 8 && !isPlate(typed)
  return (
    <div className={styles.group}>
      {noOther ? null : (
        <PlateField
          name="other_plate"
          label={t.plate}
          defaultValue={plate ?? ''}
          error={wrongOf(wrong, 'other_plate') ?? (broken ? t.plateWrong : error)}
          onValue={(_shown, clean) => {
            setTyped(clean)
            hand.answer({ other_plate: isPlate(clean) ? clean : '' })
          }}
        />
      )}
      {found === 'asking' ? <RowProgress>{t.checking}</RowProgress> : null}
      {found && found !== 'asking' && !noOther ? <Answer found={found} /> : null}
      <Checkbox
        name="no_other"
        label={t.noOther}
        defaultChecked={noOther ?? false}
        onChecked={(checked) =>
          hand.answer({ no_other: checked, ...(checked ? { other_plate: '' } : {}) })
        }
      />
    </div>
  )
}

function Answer({ found }: { found: Exclude<Found, 'asking'> }) {
  const t = useTexts(words)
  if (found === 'unknown')
    return (
      <Notice tone="info" live title={t.notChecked}>
        {t.notCheckedText}
      </Notice>
    )
  return found.insured ? (
    <Notice tone="success" live title={t.insured}>
      {found.insurer}
    </Notice>
  ) : (
    <Notice tone="warn" live title={t.notInsured}>
      {t.notInsuredText}
    </Notice>
  )
}
