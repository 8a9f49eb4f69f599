import type { ReactNode } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import styles from './fold.module.css'

type Props = { title: string; open?: boolean | undefined; children: ReactNode }

/** Something folded away in a row of its own; several in one `Folds`. */
export const Fold = ({ title, open, children }: Props) => (
  <Disclosure title={title} className={styles.fold} open={open}>
    <div className={styles.body}>{children}</div>
  </Disclosure>
)

export const Folds = ({ children }: { children: ReactNode }) => (
  <div className={styles.folds}>{children}</div>
)
