import { almatyClock } from '#domain/calendar.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { TimeField } from '../../ui/time-field.tsx'
import words from './incident-place-texts.ts'
import styles from './way.module.css'
import { type StopProps, wrongOf } from './way.ts'
import { WhichDay } from './which-day.tsx'

type Props = StopProps & { missing: readonly string[]; today: string }

/** When it was: of a third party's claim the day is the one they began with. */
export function IncidentTime(props: Props) {
  return (
    <>
      {props.hand.draft.third_party ? <NamedDay {...props} /> : <AnyDay {...props} />}
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

/** With today the time of now is there already. */
function AnyDay({ hand, now, missing, wrong, today }: Props) {
  const t = useTexts(words)
  const { on = '', at } = hand.draft.answers
  const minute = almatyClock(new Date(now)).slice(11, 16)
  return (
    <WhichDay
      on={on}
      today={today}
      onDay={(day) =>
        hand.answer(day === today ? { on: day, at: at ?? minute } : { on: day || undefined })
      }
      error={wrongOf(wrong, 'on') ?? (missing.includes('on') ? t.required : undefined)}
      words={t}
    />
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
