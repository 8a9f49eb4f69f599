import type { ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

export type CardProps = {
  as?: 'div' | 'section' | 'article' | 'li' | undefined
  title?: string | undefined
  aside?: ReactNode
  id?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** White ground for things that belong together. */
export function Card({ as: Tag = 'section', title, aside, id, className, children }: CardProps) {
  return (
    <Tag id={id} className={classNames(styles.card, className)}>
      {title ? (
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {aside}
        </div>
      ) : null}
      {children}
    </Tag>
  )
}
