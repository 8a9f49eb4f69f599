import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../texts.ts'
import { type Place, QueryLink } from '../query-link.tsx'
import words from './chart-texts.ts'
import styles from './charts.module.css'

/** Numbers of a chart for screen readers: formatted cells. */
export type ChartTable = {
  head: readonly string[]
  rows: readonly (readonly [name: string, ...values: string[]])[]
  /** Links of the row names: the rows behind them. */
  to?: readonly (Place | undefined)[]
}
type Props = {
  /** What is drawn, with its unit. */
  title: string
  /** Meaning of a mark, if the title does not give it. */
  about?: string | undefined
  /** The chart in a sentence, for screen readers. */
  sentence: string
  table: ChartTable
  children: ReactNode
}

/** A chart with its title, its sentence and, one press away, the same numbers as a table. */
export function ChartFigure({ title, about, sentence, table, children }: Props) {
  const t = useTexts(words)
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {about ? <small>{about}</small> : null}
        <button type="button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t.asPicture : t.asTable}
        </button>
      </div>
      {asTable ? <Numbers title={title} {...table} /> : children}
      <figcaption className="visually-hidden">{sentence}</figcaption>
    </figure>
  )
}

function Numbers({ title, head, rows, to }: ChartTable & { title: string }) {
  return (
    <section
      className={styles.numbers}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
      tabIndex={0}
      aria-label={title}
    >
      <table>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], row) => {
            const place = to?.[row]
            return (
              <tr key={name}>
                <th scope="row">{place ? <QueryLink to={place}>{name}</QueryLink> : name}</th>
                {values.map((value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order
                  <td key={at}>{value}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
