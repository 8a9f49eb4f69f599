import type { ReactNode } from 'react'
import { ChevronIcon } from '../../ui/icons.tsx'
import styles from './fold.module.css'

type Props = { title: string; open?: boolean | undefined; children: ReactNode }

/** Something folded away in a row of its own; several in one `Folds`. */
export const Fold = ({ title, open, children }: Props) => (
  <details className={styles.fold} open={open}>
    <summary className={styles.title}>
      <span>{title}</span>
      <ChevronIcon className={styles.arrow} />
    </summary>
    <div className={styles.body}>{children}</div>
  </details>
)

export const Folds = ({ children }: { children: ReactNode }) => (
  <div className={styles.folds}>{children}</div>
)
