import { useState } from 'react'
import { addDays, almatyClock } from '#domain/calendar.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import words from './incident-place-texts.ts'
import styles from './way.module.css'
import { type StopProps, wrongOf } from './way.ts'

type Props = StopProps & { missing: readonly string[]; today: string }

/** When it was: of a third party's claim the day is the one they began with. */
export function IncidentTime(props: Props) {
  return (
    <>
      {props.hand.draft.third_party ? <NamedDay {...props} /> : <WhichDay {...props} />}
      <Minute {...props} />
    </>
  )
}

function NamedDay({ hand, wrong }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { on } = hand.draft.answers
  return (
    <div>
      <p>
        {t.when} <b>{on ? longDate(locale, on) : ''}</b>
      </p>
      <p className={styles.soft}>{wrongOf(wrong, 'on') ?? t.dayNamed}</p>
    </div>
  )
}

/** Today and now are there already; another day is a tap and its date. */
function WhichDay({ hand, now, missing, wrong, today }: Props) {
  const t = useTexts(words)
  const { answers } = hand.draft
  const yesterday = addDays(today, -1)
  const [other, setOther] = useState(
    answers.on !== undefined && answers.on !== today && answers.on !== yesterday,
  )
  const minute = almatyClock(new Date(now)).slice(11, 16)
  const chips = [
    { day: today, label: t.today, at: answers.at ?? minute },
    { day: yesterday, label: t.yesterday, at: answers.at },
  ]
  return (
    <>
      <fieldset className={styles.picks}>
        <legend>{t.when}</legend>
        {chips.map(({ day, label, at }) => (
          <label key={day} className={styles.pick}>
            <input
              type="radio"
              name="when"
              checked={!other && answers.on === day}
              onChange={() => {
                setOther(false)
                hand.answer({ on: day, at })
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
              hand.answer({ on: undefined })
            }}
          />
          <span>{t.other}</span>
        </label>
        {missing.includes('on') || wrongOf(wrong, 'on') ? (
          <p className={styles.error} id="on" tabIndex={-1} role="alert">
            {wrongOf(wrong, 'on') ?? t.required}
          </p>
        ) : null}
      </fieldset>
      {other ? (
        <DateField
          name="day"
          label={t.day}
          max={today}
          defaultValue={answers.on}
          onValue={(day) => hand.answer({ on: day || undefined })}
        />
      ) : null}
    </>
  )
}

/** Its time, once the day is known. */
function Minute({ hand, missing, wrong }: Props) {
  const t = useTexts(words)
  const { answers } = hand.draft
  if (!answers.on) return null
  return (
    <TimeField
      key={answers.on}
      name="at"
      label={t.time}
      defaultValue={answers.at}
      error={wrongOf(wrong, 'at') ?? (missing.includes('at') ? t.required : undefined)}
      onValue={(at) => hand.answer({ at: at || undefined })}
    />
  )
}
