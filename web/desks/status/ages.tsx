import type { ReactNode } from 'react'
import styles from './ages.module.css'

type Props = {
  title: string
  count?: number
  /** Minutes it is old and may be old. */
  age: number
  allowed: number
  text: ReactNode
  /** A phone shows it though all is well. */
  kept?: boolean
}

/** Where the allowance stands on the bar: what is older goes on behind it. */
const LINE = 70

/** How old the oldest is against how old it may be; what is too old is behind the line. */
export function Age({ title, count, age, allowed, text, kept }: Props) {
  const share = allowed > 0 ? Math.min(100, (age / allowed) * LINE) : 0
  return (
    <li
      className={styles.age}
      data-late={age > allowed ? '' : undefined}
      data-kept={kept ? '' : undefined}
    >
      <span>
        {title} {count === undefined ? null : <i>{count}</i>}
      </span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect data-ground="" width="100" height="10" />
        <rect width={share} height="10" />
        <path d={`M${LINE} 0V10`} />
      </svg>
      <b>{text}</b>
    </li>
  )
}
