import {
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { classNames } from './class-names.ts'
import type { DenseColumn } from './dense-column.ts'
import { cellLook, type Group, GroupHead, rowOf } from './dense-rows.tsx'
import styles from './dense-table.module.css'
import type { KeptRows } from './kept-rows.ts'
import { newSight, type Out, type Sight } from './rows-in-sight.ts'
import { newWidest, type WidestRows } from './widest-rows.ts'

/** Rows that are drawn and leave together. */
const STRETCH = 8

type Stretch<Row> = {
  name: string
  rows: Row[]
  /** The group that begins with it. */
  group: Group | null
  /** The number of its first line among all lines of the table. */
  line: number
}
type Props<Row> = {
  kept: KeptRows
  rows: readonly Row[]
  columns: readonly DenseColumn<Row>[]
  keyOf: (row: Row) => string
  height: string
  selected: string | null | undefined
  groupOf: ((row: Row) => Group) | undefined
}

/**
 * Many rows: those that are near what is seen stand in the page, the others are a gap as high as
 * they were (decision 270). Each is drawn once when it comes, so that its height and its part in
 * the widths of the columns are known.
 */
export function LongRows<Row>(props: Props<Row>) {
  const { kept, rows, columns, keyOf, height, selected, groupOf } = props
  const [out, setOut] = useState<Out>(new Map())
  const [sight] = useState(() => newSight(setOut))
  const [widest] = useState(newWidest)
  const [begun] = useState(() => new Set<string>())
  const stretches = useMemo(
    () => stretchesOf(rows, keyOf, groupOf, begun),
    [rows, keyOf, groupOf, begun],
  )
  // The first and the last stay: whoever comes from above or below finds a row.
  const parts = useMemo(
    () =>
      stretches.map(({ name, rows: own }, at) => ({
        name,
        count: own.length,
        stays:
          at === 0 || at === stretches.length - 1 || own.some((row) => keyOf(row) === selected),
      })),
    [stretches, keyOf, selected],
  )
  const ruler = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => sight.watch(ruler.current?.closest('table')), [sight])
  const look = `${height} ${columns.map(({ key }) => key).join(' ')}`
  useLayoutEffect(() => sight.follow(parts, look), [sight, parts, look])
  // Outside React: the page. Whoever needs rows that left it asks here.
  useLayoutEffect(() => {
    kept.draw = (keys) => {
      const wanted = keys && new Set(keys)
      const has = (one: Stretch<Row>) => one.rows.some((row) => wanted?.has(keyOf(row)))
      sight.draw(wanted && new Set(stretches.filter(has).map(({ name }) => name)))
    }
    return () => {
      kept.draw = () => {}
    }
  }, [kept, keyOf, sight, stretches])

  const shown: ReactNode[] = []
  let gap = { name: '', height: 0 }
  const closeGap = () => {
    if (gap.height > 0)
      shown.push(<Gap key={`gap ${gap.name}`} height={gap.height} span={columns.length} />)
    gap = { name: '', height: 0 }
  }
  for (const [at, stretch] of stretches.entries()) {
    const { name, group } = stretch
    const left = parts[at]?.stays ? undefined : out.get(name)
    if (left === undefined || group) {
      closeGap()
      shown.push(
        <StretchOf
          key={name}
          {...{ stretch, columns, keyOf, selected, sight, widest, look }}
          picked={kept.picked}
          out={left !== undefined}
        />,
      )
    }
    if (left !== undefined)
      gap = { name: gap.name || name, height: gap.height + left * stretch.rows.length }
  }
  closeGap()
  return (
    <>
      <Widest ref={ruler} {...{ widest, rows, columns, keyOf }} />
      {shown}
    </>
  )
}

/**
 * Rows by stretches; a group begins one. A row that began one (`begun`) does so again when others
 * come before it: what is drawn and has the focus stays the same.
 */
function stretchesOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  groupOf: ((row: Row) => Group) | undefined,
  begun: Set<string>,
): Stretch<Row>[] {
  const all: Stretch<Row>[] = []
  let group: Group | undefined
  let line = 2
  for (const row of rows) {
    const name = keyOf(row)
    const part = groupOf?.(row)
    const begins = part !== undefined && part.key !== group?.key
    const last = all.at(-1)
    if (last && !begins && !begun.has(name) && last.rows.length < STRETCH) last.rows.push(row)
    else {
      begun.add(name)
      all.push({ name, rows: [row], group: begins ? part : null, line })
    }
    group = part
    line += begins ? 2 : 1
  }
  return all
}

type StretchProps<Row> = Pick<Props<Row>, 'columns' | 'keyOf' | 'selected'> & {
  stretch: Stretch<Row>
  sight: Sight
  widest: WidestRows
  look: string
  picked: ReadonlySet<string>
  /** Only the name of the group that begins with it is in the page. */
  out: boolean
}

function StretchOf<Row>(props: StretchProps<Row>): ReactNode {
  const { stretch, columns, keyOf, selected, sight, widest, look, picked, out } = props
  const { name, rows, group } = stretch
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    sight.stands(name, body.current)
    return () => sight.stands(name, null)
  }, [sight, name])
  // Outside React: what the rows look like in the page.
  useLayoutEffect(() => {
    const lines = out ? [] : [...(body.current?.rows ?? [])].slice(group ? 1 : 0)
    widest.weigh(lines, { name, first: rows[0], columns, look })
  }, [out, name, rows, columns, group, look, widest])
  const lines = useMemo(() => {
    const first = stretch.line + (group ? 1 : 0)
    return rows.map((row, at) => rowOf(row, { columns, keyOf, selected, picked, line: first + at }))
  }, [stretch, rows, group, columns, keyOf, selected, picked])
  return (
    <tbody ref={body} data-out={out ? '' : undefined}>
      {group ? <GroupHead group={group} span={columns.length} line={stretch.line} /> : null}
      {out ? null : lines}
    </tbody>
  )
}

/** Rows that are out of the page: as high as they were. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={span} className={styles.gap} style={{ height }} />
      </tr>
    </tbody>
  )
}

type WidestProps<Row> = Pick<Props<Row>, 'rows' | 'columns' | 'keyOf'> & {
  widest: WidestRows
  ref: RefObject<HTMLTableSectionElement | null>
}

/** The rows that made the columns as wide as they are, without a height: nobody sees or hears them. */
function Widest<Row>({ ref, widest, rows, columns, keyOf }: WidestProps<Row>) {
  const keys = useSyncExternalStore(widest.subscribe, widest.keys)
  return (
    <tbody ref={ref} aria-hidden="true">
      {rows
        .filter((row) => keys.has(keyOf(row)))
        .map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, at) => (
              <td key={column.key} className={classNames(cellLook(columns, at), styles.gap)}>
                <div className={styles.unseen}>{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
    </tbody>
  )
}
