import type { ReactNode } from 'react'
import styles from './accordion.module.css'
import { Disclosure } from './disclosure.tsx'

export type AccordionProps = {
  items: readonly { title: string; body: ReactNode }[] /** Items of one name close each other. */
  name?: string | undefined
}

/** Questions that open, without a script. */
export const Accordion = ({ items, name }: AccordionProps) => (
  <div className={styles.list}>
    {items.map(({ title, body }) => (
      <Disclosure key={title} title={title} className={styles.item} name={name}>
        <div className={styles.body}>{body}</div>
      </Disclosure>
    ))}
  </div>
)
