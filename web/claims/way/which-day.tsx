import { useState } from 'react'
import { addDays, type Day } from '#domain/calendar.ts'
import { DateField } from '../../ui/date-field.tsx'
import styles from './way.module.css'

type Props = {
  /** Empty if another day is meant and not yet chosen. */
  on: Day | ''
  today: Day
  onDay: (day: Day | '') => void
  error: string | undefined
  words: Record<'when' | 'today' | 'yesterday' | 'other' | 'day', string>
}

/** Today, yesterday, or another day: a tap and its date. */
export function WhichDay({ on, today, onDay, error, words }: Props) {
  const yesterday = addDays(today, -1)
  const [other, setOther] = useState(on !== '' && on !== today && on !== yesterday)
  const chips = [
    { day: today, label: words.today },
    { day: yesterday, label: words.yesterday },
  ]
  return (
    <>
      <fieldset className={styles.picks}>
        <legend>{words.when}</legend>
        {chips.map(({ day, label }) => (
          <label key={day} className={styles.pick}>
            <input
              type="radio"
              name="when"
              checked={!other && on === day}
              onChange={() => {
                setOther(false)
                onDay(day)
              }}
            />
            <span>{label}</span>
          </label>
        ))}
        <label className={styles.pick}>
          <input
            type="radio"
            name="when"
            checked={other}
            onChange={() => {
              setOther(true)
              onDay('')
            }}
          />
          <span>{words.other}</span>
        </label>
        {error ? (
          <p className={styles.error} id="on" tabIndex={-1} role="alert">
            {error}
          </p>
        ) : null}
      </fieldset>
      {other ? (
        <DateField name="day" label={words.day} max={today} defaultValue={on} onValue={onDay} />
      ) : null}
    </>
  )
}
