import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'

export type ChipProps = {
  tone?: 'plain' | 'good' | 'bad' | 'now' | undefined
  icon?: ReactNode
  /** With a label for it the chip can be taken away. */
  onRemove?: (() => void) | undefined
  removeLabel?: string | undefined
  children: ReactNode
}

/** A found car, a name or a state, shown back to the person. */
export const Chip = ({ tone = 'plain', icon, onRemove, removeLabel, children }: ChipProps) => (
  <span className={classNames(styles.chip, styles[tone])}>
    {icon}
    <span>{children}</span>
    {onRemove ? (
      <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
        <CloseIcon />
      </button>
    ) : null}
  </span>
)
