import type { ReactNode } from 'react'
import { queryWith, setQuery } from '../../ui/query.ts'
import pill from './number.module.css'
import styles from './split.module.css'
import tabsOf from './tabs.module.css'

type Tab = {
  key: string
  title: string
  /** Its query parameters; null removes a parameter. */
  query: Record<string, string | null>
  /** Its count; null reserves the place until the count is known. */
  count?: number | null | undefined
  /** It contains something that waits for the user. */
  hot?: boolean
}
type TabsProps = {
  label: string
  tabs: readonly Tab[]
  current: string
  /** Too many for one line: a list at the side if there is room, else several lines. */
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

/** The tabs on a line of their own, beside the desk's own controls. */
export function DeskTabs({ children, ...tabs }: TabsProps & { children?: ReactNode }) {
  return (
    <div className={styles.bar}>
      <ViewTabs {...tabs} />
      {children}
    </div>
  )
}

/** Scrolls the chosen view into sight if not all fit. */
const intoView = (link: HTMLElement | null) => {
  const list = link?.closest('ul')
  if (link && list && list.scrollWidth > list.clientWidth)
    list.scrollLeft = link.offsetLeft - list.offsetLeft - 16
}
