import { type ReactNode, useRef } from 'react'
import { useTexts } from '../texts.ts'
import { classNames } from './class-names.ts'
import type { DenseColumn } from './dense-column.ts'
import { above, Rows } from './dense-rows.tsx'
import styles from './dense-table.module.css'
import { ChevronIcon } from './icons.tsx'
import { useCopiedRows } from './picked-rows.ts'
import words from './picked-texts.ts'
import { walks } from './walk-rows.ts'

type Props<Row> = {
  caption: string
  columns: readonly DenseColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Height of a row: opened one by one, of two lines beside a detail, read as a ledger. */
  height?: 'row' | 'two' | 'dense'
  selected?: string | null
  /** The order of the rows now, and what asks for another. */
  order?: string
  onOrder?: (order: string) => void
  /** The name of the group a row begins or goes on. */
  groupOf?: (row: Row) => { key: string; title: ReactNode }
  /** A last line that stays in sight. */
  foot?: Readonly<Partial<Record<string, ReactNode>>> | undefined
}

/**
 * Rows of work: a real table with a head and a first column that stay in sight. The link of a row
 * (`data-row`) opens it; so does a press anywhere on the row.
 */
export function DenseTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, keyOf, height = 'row', selected, groupOf, foot } = props
  const table = useRef<HTMLTableElement>(null)
  const { picked } = useTexts(words)
  useCopiedRows(table)
  return (
    <>
      <table ref={table} className={classNames(styles.table, styles[height])} onKeyDown={walks}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} order={props.order} onOrder={props.onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Rows {...{ rows, columns, keyOf, selected, groupOf }} />
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              {columns.map(({ key, number, from }) => (
                <td key={key} className={classNames(number && styles.number, above(from))}>
                  {foot[key]}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
      <p role="status" className={styles.picked} data-picked={picked} />
    </>
  )
}

type HeadProps<Row> = {
  column: DenseColumn<Row>
  order: string | undefined
  onOrder: ((order: string) => void) | undefined
}

function Head<Row>({ column, order, onOrder }: HeadProps<Row>) {
  const { title, number, grows, from, sort } = column
  const at = sort?.first === order ? 'first' : sort?.second === order ? 'second' : null
  const sorted = at && sort ? (sort.rising === at ? 'ascending' : 'descending') : undefined
  return (
    <th
      scope="col"
      className={classNames(number && styles.number, grows && styles.grows, above(from))}
      aria-sort={sorted}
    >
      {sort && onOrder ? (
        <button type="button" onClick={() => onOrder(at === 'first' ? sort.second : sort.first)}>
          {title}
          {sorted ? <ChevronIcon className={styles[sorted]} /> : null}
        </button>
      ) : (
        title
      )}
    </th>
  )
}
