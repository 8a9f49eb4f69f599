import { useState } from 'react'
import { askPosition } from '../../position.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { PinIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './way.module.css'
import { type StopProps, wrongOf } from './way.ts'
import words from './where-texts.ts'

type Props = StopProps & { missing: readonly string[]; home: boolean; address: string }

/** Where: in words, by the device's position where it is allowed, or both. */
export function Place({ hand, missing, wrong, home, address }: Props) {
  const t = useTexts(words)
  const { answers } = hand.draft
  const [position, setPosition] = useState<'no' | 'asked' | 'failed'>('no')
  const ask = async () => {
    setPosition('asked')
    const found = await askPosition()
    if (typeof found === 'string') return setPosition('failed')
    const { latitude, longitude, accuracy } = found
    hand.answer({ position: { latitude, longitude, accuracy } })
    setPosition('no')
  }
  return (
    <div className={styles.group}>
      <LimitedField
        key={address}
        name="place"
        label={t.place}
        hint={home ? undefined : t.placeHint}
        rows={2}
        maxLength={200}
        defaultValue={answers.place ?? ''}
        error={wrongOf(wrong, 'place') ?? (missing.includes('place') ? t.required : undefined)}
        // A long address is seen whole; it is one line of the papers all the same.
        onValue={(text) => hand.answer({ place: text.replace(/\s*\n\s*/g, ' ') })}
      />
      {home ? null : answers.position ? (
        <Notice tone="success" live title={t.positionDone}>
          {t.positionText(Math.round(answers.position.accuracy))}
        </Notice>
      ) : (
        <Button
          variant="secondary"
          size="small"
          icon={<PinIcon />}
          busy={position === 'asked'}
          onClick={() => void ask()}
        >
          {t.position}
        </Button>
      )}
      {position === 'failed' ? <Notice tone="warn" live title={t.positionFailed} /> : null}
    </div>
  )
}
