import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './dense-table.module.css'

type Props = {
  until: 600 | 900 | 1200
  /** A phone shows one column beside it. */
  wide?: boolean | undefined
  children: ReactNode
}

/** The person of a row, below its number while the sheet is narrower than their column. */
export const Below = ({ until, wide, children }: Props) => (
  <small
    data-below=""
    className={classNames(styles.below, styles[`below${until}`], wide && styles.wide)}
  >
    {children}
  </small>
)
