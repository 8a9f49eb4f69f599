import type { ReactNode } from 'react'
import styles from './entry-list.module.css'
import { ArrowIcon } from './icons.tsx'

export type Entry = { href: string; title: string; detail?: string | undefined; aside?: ReactNode }

/** Rows that lead somewhere; the whole row is the link. */
export const EntryList = ({
  entries,
  level: Title = 'h2',
}: {
  entries: readonly Entry[]
  level?: 'h2' | 'h3'
}) => (
  <ul className={styles.list}>
    {entries.map(({ href, title, detail, aside }) => (
      <li key={href} className={styles.entry}>
        <div className={styles.words}>
          <Title className={styles.title}>
            <a href={href} className={styles.link}>
              {title}
            </a>
          </Title>
          {detail ? <p className={styles.detail}>{detail}</p> : null}
        </div>
        {aside ? <div className={styles.aside}>{aside}</div> : null}
        <ArrowIcon className={styles.arrow} />
      </li>
    ))}
  </ul>
)
