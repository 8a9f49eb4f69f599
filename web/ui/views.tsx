import { queryWith, setQuery } from './query.ts'
import styles from './views.module.css'

type Props = {
  label: string
  current: string
  views: readonly { id: string; label: string; query: Record<string, string | null> }[]
}

/** The screens of one desk, as links that change its query; the chosen one is in sight. */
export const Views = ({ label, current, views }: Props) => (
  <nav aria-label={label} className={styles.views}>
    <ul>
      {views.map(({ id, label: name, query }) => (
        <li key={id}>
          <a
            href={queryWith(query)}
            aria-current={id === current ? 'page' : undefined}
            ref={id === current ? intoView : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              setQuery(query)
            }}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const intoView = (link: HTMLElement | null) => {
  const list = link?.closest('ul')
  if (link && list && list.scrollWidth > list.clientWidth)
    list.scrollLeft = link.offsetLeft - list.offsetLeft - 16
}
