import type { MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { DenseColumn } from './dense-column.ts'
import styles from './dense-table.module.css'
import { pickedByPress } from './picked-rows.ts'
import { linkOf } from './walk-rows.ts'

export type Group = { key: string; title: ReactNode }
type RowProps<Row> = {
  columns: readonly DenseColumn<Row>[]
  keyOf: (row: Row) => string
  selected: string | null | undefined
  picked: ReadonlySet<string>
}
type Props<Row> = RowProps<Row> & {
  rows: readonly Row[]
  groupOf: ((row: Row) => Group) | undefined
}

const lookOf = ({
  number,
  grows,
  from,
}: Pick<DenseColumn<never>, 'number' | 'grows' | 'from'>): string | undefined =>
  classNames(number && styles.number, grows && styles.grows, from && styles[`from${from}`])

/**
 * Narrower than which a column is the last that is seen: there it ends at the edge's own distance.
 * Nothing for the last of all, which a style sheet knows by itself.
 */
const endOf = (columns: readonly Pick<DenseColumn<never>, 'from'>[], at: number) =>
  at + 1 === columns.length
    ? undefined
    : [1200, 900, 600].find((width) =>
        columns.slice(at + 1).every(({ from }) => from !== undefined && from >= width),
      )

/** The classes of a column's cells among all the columns. */
export function cellLook(
  columns: readonly Pick<DenseColumn<never>, 'number' | 'grows' | 'from'>[],
  at: number,
): string | undefined {
  const [column, end] = [columns[at], endOf(columns, at)]
  return column && classNames(lookOf(column), end !== undefined && styles[`end${end}`])
}

/** The rows of a table, each group under its name. */
export function Rows<Row>({ rows, groupOf, ...props }: Props<Row>) {
  return rows.flatMap((row, at) => {
    const group = groupOf && begins(rows, at, groupOf)
    return [
      group ? (
        <GroupHead key={`group ${group.key}`} group={group} span={props.columns.length} />
      ) : null,
      rowOf(row, props),
    ]
  })
}

/** The group that begins with this row. */
function begins<Row>(rows: readonly Row[], at: number, groupOf: (row: Row) => Group): Group | null {
  const [row, last] = [rows[at], rows[at - 1]]
  if (row === undefined) return null
  const group = groupOf(row)
  return last !== undefined && groupOf(last).key === group.key ? null : group
}

function GroupHead({ group, span }: { group: Group; span: number }) {
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={span}>
        {group.title}
      </th>
    </tr>
  )
}

function rowOf<Row>(row: Row, { columns, keyOf, selected, picked }: RowProps<Row>) {
  const key = keyOf(row)
  return (
    <tr
      key={key}
      data-key={key}
      data-picked={picked.has(key) ? '' : undefined}
      aria-current={selected === key ? 'true' : undefined}
      onClick={opensRow}
    >
      {columns.map((column, at) =>
        at === 0 ? (
          <th key={column.key} scope="row" className={cellLook(columns, at)}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} className={cellLook(columns, at)}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}

/** A press on the row that meant nothing smaller in it. */
function opensRow(event: MouseEvent<HTMLTableRowElement>): void {
  const pressed = event.target
  if (!(pressed instanceof Element) || pressed.closest('a, button, input, label')) return
  if (pickedByPress(event.currentTarget, event)) return
  if (getSelection()?.toString()) return
  linkOf(event.currentTarget)?.click()
}
