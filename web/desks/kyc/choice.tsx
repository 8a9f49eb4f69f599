import type { ReactNode } from 'react'
import styles from './case.module.css'

type Props = { name: string; title: string; leads: string; icon: ReactNode; busy: boolean }

/** One decision, with what it leads to. */
export const Choice = ({ name, title, leads, icon, busy }: Props) => (
  <button type="submit" value={name} className={styles.choice} aria-busy={busy || undefined}>
    {icon}
    <span>
      <strong>{title}</strong>
      <small>{leads}</small>
    </span>
  </button>
)
