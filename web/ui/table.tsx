import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

/** `whole`: a time or a state, which is not broken into lines. */
export type Column = {
  key: string
  title: string
  number?: boolean | undefined
  whole?: boolean | undefined
}
export type TableRow = {
  key: string
  cells: Record<string, ReactNode>
  strong?: boolean | undefined
}
export type TableProps = {
  caption: string
  columns: readonly Column[]
  rows: readonly TableRow[]
  /** Rows become cards under 600 px; a table of two or three short columns may stay one. */
  narrow?: 'cards' | 'table' | undefined
}

/** A table; the first column names the row. */
export const Table = ({ caption, columns, rows, narrow = 'cards' }: TableProps) => (
  <table className={classNames(styles.table, narrow === 'cards' && styles.cards)}>
    <caption className={styles.caption}>{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ key, title, number }) => (
          <th key={key} scope="col" className={classNames(number && styles.number)}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.key} className={classNames(row.strong && styles.strong)}>
          {columns.map(({ key, title, number, whole }, index) =>
            index === 0 ? (
              <th key={key} scope="row">
                {row.cells[key]}
              </th>
            ) : (
              <td
                key={key}
                data-title={title}
                className={classNames(number && styles.number, whole && styles.whole)}
              >
                {row.cells[key]}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
