import type { MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { DenseColumn } from './dense-column.ts'
import styles from './dense-table.module.css'
import { pickedByPress } from './picked-rows.ts'
import { linkOf } from './walk-rows.ts'

export const above = (from: 600 | 900 | 1200 | undefined) => from && styles[`from${from}`]

type Props<Row> = {
  rows: readonly Row[]
  columns: readonly DenseColumn<Row>[]
  keyOf: (row: Row) => string
  selected: string | null | undefined
  groupOf: ((row: Row) => { key: string; title: ReactNode }) | undefined
}

/** The rows of a table, each group under its name. */
export function Rows<Row>({ rows, columns, keyOf, selected, groupOf }: Props<Row>) {
  let group = ''
  return rows.flatMap((row) => {
    const key = keyOf(row)
    const part = groupOf?.(row)
    const begins = part !== undefined && part.key !== group
    if (part) group = part.key
    return [
      begins ? (
        <tr key={`group ${part.key}`} className={styles.group}>
          <th scope="rowgroup" colSpan={columns.length}>
            {part.title}
          </th>
        </tr>
      ) : null,
      <tr
        key={key}
        data-key={key}
        aria-current={selected === key ? 'true' : undefined}
        onClick={opensRow}
      >
        {columns.map(({ key: name, number, grows, from, cell }, at) => {
          const look = classNames(number && styles.number, grows && styles.grows, above(from))
          return at === 0 ? (
            <th key={name} scope="row" className={look}>
              {cell(row)}
            </th>
          ) : (
            <td key={name} className={look}>
              {cell(row)}
            </td>
          )
        })}
      </tr>,
    ]
  })
}

/** A press on the row that meant nothing smaller in it. */
function opensRow(event: MouseEvent<HTMLTableRowElement>): void {
  const pressed = event.target
  if (!(pressed instanceof Element) || pressed.closest('a, button, input, label')) return
  if (pickedByPress(event.currentTarget, event)) return
  if (getSelection()?.toString()) return
  linkOf(event.currentTarget)?.click()
}
