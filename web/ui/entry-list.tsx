import type { ReactNode } from 'react'
import styles from './entry-list.module.css'
import { ArrowIcon } from './icons.tsx'

export type Entry = { href: string; title: string; detail?: string | undefined; aside?: ReactNode }

/** Rows that lead somewhere; the whole row is the link. */
export const EntryList = ({ entries }: { entries: readonly Entry[] }) => (
  <ul className={styles.list}>
    {entries.map(({ href, title, detail, aside }) => (
      <li key={href} className={styles.entry}>
        <div className={styles.words}>
          <h3 className={styles.title}>
            <a href={href} className={styles.link}>
              {title}
            </a>
          </h3>
          {detail ? <p className={styles.detail}>{detail}</p> : null}
        </div>
        {aside ? <div className={styles.aside}>{aside}</div> : null}
        <ArrowIcon className={styles.arrow} />
      </li>
    ))}
  </ul>
)
