import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { useTexts } from '../texts.ts'
import { classNames } from './class-names.ts'
import styles from './dense-table.module.css'
import { ChevronIcon } from './icons.tsx'
import { pickedByKey, pickedByPress, useCopiedRows } from './picked-rows.ts'
import words from './picked-texts.ts'

/** Sorting by a column: what the first press asks the server for, and the second. */
type Sort = { first: string; second: string; rising: 'first' | 'second' }
export type DenseColumn<Row> = {
  key: string
  title: string
  number?: boolean | undefined
  /** Takes what is left of the width, its text is cut. */
  grows?: boolean | undefined
  /** Narrower than so many pixels the column is left out, never pushed over the edge. */
  from?: 600 | 900 | 1200 | undefined
  sort?: Sort | undefined
  cell: (row: Row) => ReactNode
}
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
  let group = ''
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
          {rows.flatMap((row) => {
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
                  const look = classNames(
                    number && styles.number,
                    grows && styles.grows,
                    above(from),
                  )
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
          })}
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

const above = (from: 600 | 900 | 1200 | undefined) => from && styles[`from${from}`]

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

const linkOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLAnchorElement>('a[data-row]') ?? null

/** A press on the row that meant nothing smaller in it. */
function opensRow(event: MouseEvent<HTMLTableRowElement>): void {
  const pressed = event.target
  if (!(pressed instanceof Element) || pressed.closest('a, button, input, label')) return
  if (pickedByPress(event.currentTarget, event)) return
  if (getSelection()?.toString()) return
  linkOf(event.currentTarget)?.click()
}

/** Arrows walk as `J` and `K` do, from the row that has the focus; others pick rows. */
function walks(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.target instanceof Element && !event.target.matches('a[data-row]')) return
  if (pickedByKey(event)) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  toRow(event.key === 'ArrowDown' ? 1 : -1)
}

/**
 * The focus goes to the next or the last row of the table, from the focused or the chosen one; the
 * link it came to, null at an end.
 */
export function toRow(step: 1 | -1): HTMLAnchorElement | null {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
  const focused = links.indexOf(document.activeElement as HTMLAnchorElement)
  const chosen = links.findIndex((link) => link.closest('tr')?.ariaCurrent === 'true')
  const at = focused >= 0 ? focused : chosen
  const link = links[at < 0 ? 0 : at + step]
  if (!link) return null
  link.focus({ preventScroll: true })
  link.closest('tr')?.scrollIntoView({ block: 'nearest' })
  return link
}

/** The focus comes back to a row whose link was drawn anew, unless it went elsewhere meanwhile. */
export function backToRow(key: string): void {
  if (document.activeElement !== document.body) return
  linkOf(document.querySelector(`tr[data-key="${CSS.escape(key)}"]`))?.focus()
}
