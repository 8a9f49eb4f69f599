import type { ReactNode } from 'react'
import { CheckIcon, CloseIcon, ErrorIcon } from './icons.tsx'
import { ClockIcon } from './later-icons.tsx'
import styles from './state-word.module.css'

/** A shape for each tone, so that colour is never alone. */
export const toneIcons = {
  good: CheckIcon,
  bad: ErrorIcon,
  now: ClockIcon,
  over: CloseIcon,
} as const
export type Tone = keyof typeof toneIcons

/** State of a desk's row: the word is ink, only its icon has colour. */
export function StateWord({ tone, children }: { tone: Tone; children?: ReactNode }) {
  const Icon = toneIcons[tone]
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon />
      {children}
    </span>
  )
}
