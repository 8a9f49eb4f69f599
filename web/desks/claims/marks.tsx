import { numericDay } from '#domain/calendar.ts'
import type { ClaimDeadline } from '#domain/claims/deadlines.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { WarnIcon } from '../../ui/icons.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import styles from './board.module.css'
import words from './texts.ts'

const tones = {
  wait: 'now',
  under_consideration: 'now',
  accepted: 'good',
  completed: 'good',
  rejected: 'bad',
} as const satisfies Record<string, Tone>
export type ClaimState = keyof typeof tones

/** State of a claim. */
export function StateMark({ state }: { state: ClaimState }) {
  const t = useTexts(words)
  return <StateWord tone={tones[state]}>{t.states[state]}</StateWord>
}

type Deadline = {
  kind: ClaimDeadline['kind']
  due: string
  late: boolean
  soon?: boolean
}

/**
 * A legal deadline: its kind and date; its urgency as a sign, a colour and text for screen readers.
 */
export function DeadlineMark({ deadline }: { deadline: Deadline }) {
  const t = useTexts(words)
  const locale = useLocale()
  const mark = deadline.late ? 'late' : deadline.soon ? 'soon' : 'fine'
  const what = t.kinds[deadline.kind]
  return (
    <span className={styles.deadline} data-mark={mark}>
      {mark === 'fine' ? null : <WarnIcon />}
      <span aria-hidden="true">
        {what} <b>{numericDay(deadline.due)}</b>
      </span>
      <span className="visually-hidden">
        {t.due(what, longDate(locale, deadline.due))}, {t.marks[mark]}
      </span>
    </span>
  )
}
