import type { ReactNode } from 'react'
import { ArrowIcon } from '../ui/icons.tsx'
import styles from './papers.module.css'

type Paper = {
  href: string
  title: string
  detail: string
  aside?: ReactNode
  /** The lines of its first page as they stand, `true` for a strong one. */
  looks: readonly boolean[]
}

/** So many lines are on the small page. */
const lines = 11

/** Papers that open, each with its first page small beside it. */
export const Papers = ({
  papers,
  level: Title = 'h3',
}: {
  papers: readonly Paper[]
  level?: 'h2' | 'h3'
}) => (
  <ul className={styles.papers}>
    {papers.map(({ href, title, detail, aside, looks }) => (
      <li key={href} className={styles.paper}>
        <svg className={styles.page} viewBox="0 0 40 52" aria-hidden="true">
          <path className={styles.head} d="M6 7h16" />
          <path d={drawn(looks, false)} />
          <path className={styles.strong} d={drawn(looks, true)} />
        </svg>
        <div className={styles.words}>
          <Title>
            <a href={href}>{title}</a>
          </Title>
          <p>{detail}</p>
          {aside ? <p>{aside}</p> : null}
        </div>
        <ArrowIcon className={styles.arrow} />
      </li>
    ))}
  </ul>
)

/** The strong lines of a small page, or the others, as one path. */
const drawn = (looks: readonly boolean[], strong: boolean): string =>
  looks
    .slice(0, lines)
    .map((one, line) =>
      one === strong ? `M6 ${13 + line * 3.3}h${strong ? 20 : 22 + ((line * 7) % 7)}` : '',
    )
    .join('')
