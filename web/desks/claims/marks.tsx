import claimWords from '../../claims/texts.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { CheckIcon, CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import styles from './case.module.css'
import words from './texts.ts'

const looks = {
  wait: { tone: 'now', icon: <ClockIcon /> },
  under_consideration: { tone: 'plain', icon: <ClockIcon /> },
  accepted: { tone: 'good', icon: <CheckIcon /> },
  completed: { tone: 'good', icon: <CheckIcon /> },
  rejected: { tone: 'bad', icon: <CloseIcon /> },
} as const
export type ClaimState = keyof typeof looks

export function StateMark({ state }: { state: ClaimState }) {
  const t = useTexts(claimWords)
  const { tone, icon } = looks[state]
  return (
    <Chip tone={tone} icon={icon}>
      {t.states[state]}
    </Chip>
  )
}

/** The same in the head of a claim: a word of ink, only its icon has colour. */
export function StateWord({ state }: { state: ClaimState }) {
  const t = useTexts(claimWords)
  const { tone, icon } = looks[state]
  return (
    <span className={styles.state} data-tone={tone}>
      {icon}
      {t.states[state]}
    </span>
  )
}

type Deadline = {
  kind: 'missing_documents' | 'decision' | 'payment'
  due: string
  late: boolean
  soon?: boolean
}

/** A deadline of the law: what, till when, and in words and colour how it stands. */
export function DeadlineMark({ deadline }: { deadline: Deadline }) {
  const t = useTexts(words)
  const locale = useLocale()
  const mark = deadline.late ? 'late' : deadline.soon ? 'soon' : 'fine'
  return (
    <Chip
      tone={mark === 'late' ? 'bad' : mark === 'soon' ? 'now' : 'plain'}
      icon={mark === 'fine' ? <ClockIcon /> : <WarnIcon />}
    >
      {t.due(t.kinds[deadline.kind], longDate(locale, deadline.due))}, {t.marks[mark]}
    </Chip>
  )
}
