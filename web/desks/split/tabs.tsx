import type { ReactNode } from 'react'
import { queryWith, setQuery } from '../../ui/query.ts'
import pill from './number.module.css'
import styles from './split.module.css'
import tabsOf from './tabs.module.css'

type Tab = {
  key: string
  title: string
  /** What the address says of it; null takes a parameter away. */
  query: Record<string, string | null>
  /** How much is in it; null keeps its place until that is known. */
  count?: number | null | undefined
  /** Something in it waits for whoever looks. */
  hot?: boolean
}
type TabsProps = {
  label: string
  tabs: readonly Tab[]
  current: string
  /** More than a line holds: a list at the side where there is room, else as many lines as it takes. */
  aside?: boolean
}

/** Views of a desk by the address, with how much is in each. */
export function ViewTabs({ label, tabs, current, aside }: TabsProps) {
  return (
    <nav aria-label={label} className={tabsOf.tabs} data-aside={aside || undefined}>
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
              <span className={tabsOf.title} data-title={title}>
                {title}
              </span>
              {count === undefined ? null : (
                <span
                  className={`${pill.number} ${tabsOf.count}`}
                  data-hot={hot && count ? '' : undefined}
                >
                  {count === null ? '' : count > 999 ? '999+' : count}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same on a line of its own; beside them what the desk offers. */
export function DeskTabs({ children, ...tabs }: TabsProps & { children?: ReactNode }) {
  return (
    <div className={styles.bar}>
      <ViewTabs {...tabs} />
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
