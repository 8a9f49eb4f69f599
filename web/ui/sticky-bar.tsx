import type { ReactNode } from 'react'
import styles from './sticky-bar.module.css'

/**
 * The one primary action, in the thumb's reach on a phone; `aside` is the price that is always in
 * sight.
 */
export const StickyBar = ({ aside, children }: { aside?: ReactNode; children: ReactNode }) => (
  <div className={styles.bar}>
    {aside ? <div className={styles.aside}>{aside}</div> : null}
    <div className={styles.action}>{children}</div>
  </div>
)
