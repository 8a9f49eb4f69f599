import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './disclosure.module.css'
import { ChevronIcon } from './icons.tsx'

type Props = {
  title: string
  className: string | undefined
  open?: boolean | undefined
  /** Of one name only one is open. */
  name?: string | undefined
  children: ReactNode
}

/**
 * A title that opens its content: the native <details>, no script. Its height and lines are the
 * caller's: `--title-height`, `--title-pad`, `--title-line`.
 */
export const Disclosure = ({ title, className, open, name, children }: Props) => (
  <details className={classNames(styles.item, className)} open={open} name={name}>
    <summary className={styles.title}>
      <span>{title}</span>
      <ChevronIcon className={styles.arrow} />
    </summary>
    {children}
  </details>
)
