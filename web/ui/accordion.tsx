import type { ReactNode } from 'react'
import styles from './accordion.module.css'
import { ChevronIcon } from './icons.tsx'

export type AccordionProps = {
  items: readonly { title: string; body: ReactNode }[] /** Items of one name close each other. */
  name?: string | undefined
}

/** Questions that open: the browser's own <details>, no script. */
export const Accordion = ({ items, name }: AccordionProps) => (
  <div className={styles.list}>
    {items.map(({ title, body }) => (
      <details key={title} className={styles.item} name={name}>
        <summary className={styles.title}>
          <span>{title}</span>
          <ChevronIcon className={styles.arrow} />
        </summary>
        <div className={styles.body}>{body}</div>
      </details>
    ))}
  </div>
)
