import type { ReactNode } from 'react'
import styles from './dense-table.module.css'

type Props = { until: 600 | 900 | 1200; children: ReactNode }

/** Whom a row is about, below its number while the sheet is narrower than the column that says it. */
export const Below = ({ until, children }: Props) => (
  <small data-below="" className={`${styles.below} ${styles[`below${until}`]}`}>
    {children}
  </small>
)
