import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../texts.ts'
import { classNames } from './class-names.ts'
import type { DenseColumn } from './dense-column.ts'
import styles from './dense-table.module.css'
import { ChevronIcon } from './icons.tsx'
import { type KeptRows, keepRows, newRows } from './kept-rows.ts'
import words from './picked-texts.ts'
import { linkOf, pickedByPress, useCopiedRows, walks } from './walk-rows.ts'

type Group = { key: string; title: ReactNode }
type RowProps<Row> = {
  columns: readonly DenseColumn<Row>[]
  keyOf: (row: Row) => string
  selected: string | null | undefined
  picked: ReadonlySet<string>
}
type DenseRowsProps<Row> = RowProps<Row> & {
  rows: readonly Row[]
  groupOf: ((row: Row) => Group) | undefined
}

type Look = Pick<DenseColumn<never>, 'number' | 'grows' | 'name' | 'wraps' | 'from'>
const lookOf = ({ number, grows, name, wraps, from }: Look): string | undefined =>
  classNames(
    number && styles.number,
    grows && styles.grows,
    name && styles.name,
    wraps && styles.wraps,
    from && styles[`from${from}`],
  )

/**
 * Returns the width below which a column is the last visible one: there it ends at the edge's own
 * distance. None for the last of all, which the style sheet knows.
 */
const endOf = (columns: readonly Pick<DenseColumn<never>, 'from'>[], at: number) =>
  at + 1 === columns.length
    ? undefined
    : [1200, 900, 600].find((width) =>
        columns.slice(at + 1).every(({ from }) => from !== undefined && from >= width),
      )

/** The classes of a column's cells among all the columns. */
function cellLook(columns: readonly Look[], at: number): string | undefined {
  const [column, end] = [columns[at], endOf(columns, at)]
  return column && classNames(lookOf(column), end !== undefined && styles[`end${end}`])
}

/** The rows of a table, each group under its name. */
function Rows<Row>({ rows, groupOf, ...props }: DenseRowsProps<Row>) {
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

/** Returns whether a press was meant for the row, not for something smaller in it. */
function opensRow(event: MouseEvent<HTMLTableRowElement>): void {
  const pressed = event.target
  if (!(pressed instanceof Element) || pressed.closest('a, button, input, label')) return
  if (pickedByPress(event.currentTarget, event)) return
  if (getSelection()?.toString()) return
  linkOf(event.currentTarget)?.click()
}

type Props<Row> = {
  caption: string
  columns: readonly DenseColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Height of a row: opened one by one, of two lines beside a detail, read as a ledger. */
  height?: 'row' | 'two' | 'dense'
  selected?: string | null
  /** The present order of the rows, and the callback that changes it. */
  order?: string
  onOrder?: (order: string) => void
  /** Group that a row begins or continues. */
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
  // A total below the growing column is not cut.
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

/** Registers the rows for keys and the clipboard. */
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
