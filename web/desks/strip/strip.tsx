import type { ReactNode } from 'react'
import styles from './strip.module.css'

/** One fact that a caller on the telephone asks about; the text `below` it is quieter. */
export type StripFact = { label: string; value: ReactNode; below?: ReactNode }

/** Client and object of a case: the same panel for an order, a contract, a client, a claim. */
export const Strip = ({ title, facts }: { title: string; facts: readonly StripFact[] }) => (
  <section className={styles.strip} aria-label={title}>
    <dl>
      {facts.map(({ label, value, below }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className={styles.value}>{value}</span>
            {below ? <span className={styles.below}>{below}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
