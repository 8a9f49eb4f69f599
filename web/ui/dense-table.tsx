import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../texts.ts'
import { classNames } from './class-names.ts'
import type { DenseColumn } from './dense-column.ts'
import { cellLook, type Group, Rows } from './dense-rows.tsx'
import styles from './dense-table.module.css'
import { ChevronIcon } from './icons.tsx'
import { type KeptRows, keepRows, newRows } from './kept-rows.ts'
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
  groupOf?: (row: Row) => Group
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
  const kept = useKeptRows(table, rows, keyOf)
  useCopiedRows(table)
  // What stands below a column that takes the rest is not cut.
  const footLooks = columns.map(({ number, from }) => ({ number, from }))
  return (
    <>
      <table ref={table} className={classNames(styles.table, styles[height])} onKeyDown={walks}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <Head
                key={column.key}
                column={column}
                look={cellLook(columns, at)}
                order={props.order}
                onOrder={props.onOrder}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <Rows
            picked={kept.picked}
            rows={rows}
            columns={columns}
            keyOf={keyOf}
            selected={selected}
            groupOf={groupOf}
          />
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              {columns.map(({ key }, at) => (
                <td key={key} className={cellLook(footLooks, at)}>
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

/** What the keys and the clipboard know of the rows. */
function useKeptRows<Row>(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): KeptRows {
  const [kept] = useState(newRows)
  useLayoutEffect(() => {
    if (!table.current) return
    kept.keys = () => rows.map(keyOf)
    keepRows(table.current, kept)
  })
  return kept
}

type HeadProps<Row> = {
  column: DenseColumn<Row>
  look: string | undefined
  order: string | undefined
  onOrder: ((order: string) => void) | undefined
}

function Head<Row>({ column, look, order, onOrder }: HeadProps<Row>) {
  const { title, sort } = column
  const at = sort?.first === order ? 'first' : sort?.second === order ? 'second' : null
  const sorted = at && sort ? (sort.rising === at ? 'ascending' : 'descending') : undefined
  return (
    <th scope="col" className={look} aria-sort={sorted}>
      {sort && onOrder ? (
        <button type="button" onClick={() => onOrder(at === 'first' ? sort.second : sort.first)}>
          {title}
          <ChevronIcon className={styles[sorted ?? 'unsorted']} />
        </button>
      ) : (
        title
      )}
    </th>
  )
}
