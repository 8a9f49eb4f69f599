import type { ReactNode } from 'react'
import { useTexts } from '../../texts.ts'
import styles from './below.module.css'
import type { AtKind, Row } from './reference.ts'
import { Acts, type ActsProps, Since } from './row-head.tsx'
import words from './texts.ts'

type Props = ActsProps & {
  at: AtKind
  rows: readonly Row[]
  caption: string
  fields: readonly string[]
  nameOf: (row: Row) => string
  titleOf: (row: Row) => string
  cellOf: (row: Row, field: string) => ReactNode
  isOdd: (field: string, place: number) => boolean
}

/** The same rows on a phone: one below the other, each with its facts. */
export function Below({
  at,
  rows,
  caption,
  fields,
  nameOf,
  titleOf,
  cellOf,
  isOdd,
  ...acts
}: Props) {
  const t = useTexts(words)
  return (
    <section aria-label={caption}>
      {rows.map((row, place) => (
        <article key={`${row.key} ${row.from}`} className={styles.row}>
          <header>
            <h2>{titleOf(row)}</h2>
            <div className={styles.acts}>
              <Acts {...acts} row={row} name={nameOf(row)} />
            </div>
            <Since row={row} today={at.today} />
          </header>
          <dl>
            {fields.map((field) => (
              <div key={field} data-odd={isOdd(field, place) ? '' : undefined}>
                <dt>{t.fields[field] ?? field}</dt>
                <dd>{cellOf(row, field)}</dd>
              </div>
            ))}
          </dl>
        </article>
      ))}
    </section>
  )
}
