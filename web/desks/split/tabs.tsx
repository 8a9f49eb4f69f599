import type { ReactNode } from 'react'
import { queryWith, setQuery } from '../../ui/query.ts'
import styles from './split.module.css'

type Tab = {
  key: string
  title: string
  /** What the address says of it; null takes a parameter away. */
  query: Record<string, string | null>
  count?: number | undefined
  /** Something in it waits for whoever looks. */
  hot?: boolean
}
type Props = { label: string; tabs: readonly Tab[]; current: string; children?: ReactNode }

/** Views of a desk by the address, with how much is in each; beside them what the desk offers. */
export function DeskTabs({ label, tabs, current, children }: Props) {
  return (
    <div className={styles.bar}>
      <nav aria-label={label} className={styles.tabs}>
        <ul>
          {tabs.map(({ key, title, query, count, hot }) => (
            <li key={key}>
              <a
                href={queryWith(query)}
                aria-current={key === current ? 'page' : undefined}
                ref={key === current ? intoView : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  setQuery(query)
                }}
              >
                {title}
                {count === undefined ? null : (
                  <span className={styles.number} data-hot={hot && count ? '' : undefined}>
                    {count > 999 ? '999+' : count}
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}

/** The chosen view is in sight where there are more than fit. */
const intoView = (link: HTMLElement | null) => {
  const list = link?.closest('ul')
  if (link && list && list.scrollWidth > list.clientWidth)
    list.scrollLeft = link.offsetLeft - list.offsetLeft - 16
}
