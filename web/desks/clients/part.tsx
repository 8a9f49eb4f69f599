import type { ReactNode } from 'react'
import { useTexts } from '../../texts.ts'
import pill from '../split/number.module.css'
import styles from './card.module.css'
import { cardWords as words } from './texts.ts'

/** A table of the card with its name and how many rows it has. */
export function Part({
  title,
  count,
  children,
}: {
  title: string
  count: number
  children: ReactNode
}) {
  const t = useTexts(words)
  return (
    <section className={styles.part} aria-label={title}>
      <h3>
        {title} <span className={pill.number}>{count}</span>
      </h3>
      {count > 0 ? children : <p className={styles.soft}>{t.nothing}</p>}
    </section>
  )
}

/** Lines of a part: what, when, and what is said below. */
export function Lines({
  title,
  link,
  lines,
  children,
}: {
  title: string
  link?: ReactNode
  lines: readonly { key: string; what: ReactNode; when: ReactNode; below?: string }[]
  children?: ReactNode
}) {
  const t = useTexts(words)
  return (
    <section aria-label={title}>
      <h3>
        {title} {lines.length > 0 ? <span className={pill.number}>{lines.length}</span> : null}
        {link}
      </h3>
      {lines.length === 0 ? <p className={styles.soft}>{t.nothing}</p> : null}
      <ul className={styles.lines}>
        {lines.map(({ key, what, when, below }) => (
          <li key={key}>
            <span>{what}</span>
            <span className={styles.soft}>{when}</span>
            {below ? <span className={styles.below}>{below}</span> : null}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
