import type { ReactNode } from 'react'
import styles from './line-head.module.css'
import { Picture } from './picture.tsx'

type Props = {
  title: string
  lead?: string | undefined
  /** In the sky above the title: the neighbours of the page. */
  children?: ReactNode
}

/** What a page is for, over the wire that runs to a lit yurt: somebody answers. */
export const LineHead = ({ title, lead, children }: Props) => (
  <>
    <div className={styles.sky}>
      {children}
      <div className={`wrap ${styles.say}`}>
        <h1>{title}</h1>
        {lead ? <p>{lead}</p> : null}
      </div>
      <Picture of="line" eager className={styles.line} />
    </div>
    <div className={`frieze ${styles.hem}`} aria-hidden="true" />
  </>
)
