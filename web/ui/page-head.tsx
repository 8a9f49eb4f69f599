import type { ReactNode } from 'react'
import styles from './page-head.module.css'

export type PageHeadProps = {
  title: string
  lead?: ReactNode
  /** The way from the first page; the page itself is not in it. */
  trail?: { label: string; links: readonly { title: string; href: string }[] } | undefined
}

/** Breadcrumbs, title and lead of the page. */
export const PageHead = ({ title, lead, trail }: PageHeadProps) => (
  <header className={styles.head}>
    {trail ? (
      <nav aria-label={trail.label}>
        <ol className={styles.trail}>
          {trail.links.map((link) => (
            <li key={link.href}>
              <a href={link.href}>{link.title}</a>
            </li>
          ))}
        </ol>
      </nav>
    ) : null}
    <h1 className={styles.title}>{title}</h1>
    {lead ? <p className={styles.lead}>{lead}</p> : null}
  </header>
)
