import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../texts.ts'
import { LinkButton } from './button.tsx'
import { LogoDrawing } from './logo.tsx'
import styles from './not-found.module.css'
import words from './not-found-texts.ts'

/**
 * `path` is the requested address. With `rule` its route exists and the route's own rule refused
 * it: the query may be the reason, so it is shown. For an unknown path the query says nothing.
 */
type NotFoundData = { path: string; rule?: boolean }

/** The most wanted pages. */
const ways = ['ogpo-calculator', 'check', 'claim-new', 'call-back'] as const

/** The line of the specification, section 2 "Errors", the same in both languages. */
export const NotFoundLine = ({ data }: { data: NotFoundData }) => (
  <p className={styles.path} lang="en">
    {data.rule ? `Page Not Found: ${data.path}` : `Page not found: ${data.path.split('?', 1)[0]}`}
  </p>
)

function NotFoundWays() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <ul className={styles.ways}>
      {ways.map((name) => (
        <li key={name}>
          <a href={pathOf(name, locale)}>{t.ways[name]}</a>
        </li>
      ))}
    </ul>
  )
}

/** For a page that learns only in the browser that its address has no content. */
export function NotFound({ data }: { data: NotFoundData }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={styles.lost}>
      <LogoDrawing className={styles.drawing} />
      <h1>{t.title}</h1>
      <NotFoundLine data={data} />
      <p>{t.text}</p>
      <LinkButton href={pathOf('index', locale)}>{t.home}</LinkButton>
      <NotFoundWays />
    </div>
  )
}
