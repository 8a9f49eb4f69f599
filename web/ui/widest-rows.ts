import type { DenseColumn } from './dense-column.ts'

type Most = { width: number; length: number; key: string }
type Weighed<Row> = {
  name: string
  first: Row | undefined
  columns: readonly DenseColumn<Row>[]
  look: string
}
export type WidestRows = ReturnType<typeof newWidest>

/** As the cell writes it: a link in it may be bolder. */
function fontOf(cell: Element): string {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(cell.querySelector('a') ?? cell)
  return `${fontWeight} ${fontSize} ${fontFamily}`
}

/** How wide a text is; digits of a table are as wide as a nought, also the one. */
const widthOf = (pen: CanvasRenderingContext2D, text: string, narrow: number) =>
  pen.measureText(text).width + (text.split('1').length - 1) * narrow

/**
 * A table gives its columns the width of what is in the page. The rows that made a column as wide
 * as it is are remembered by their keys, so that it stays when they leave.
 */
export function newWidest() {
  const weighed = new Map<string, readonly unknown[]>()
  const fonts = new Map<string, string>()
  const most = new Map<string, Most>()
  const listeners = new Set<() => void>()
  let keys: ReadonlySet<string> = new Set()
  let pen: CanvasRenderingContext2D | null = null

  /** True where it is the widest so far; what is far shorter is not measured. */
  const isMore = (of: string, key: string, text: string, narrow: number): boolean => {
    const before = most.get(of)
    if (!pen || text.length <= (before?.length ?? 0) * 0.6) return false
    const width = widthOf(pen, text, narrow)
    if (before && width <= before.width) return false
    most.set(of, { width, length: text.length, key })
    return before?.key !== key
  }
  const weighColumn = (rows: readonly HTMLTableRowElement[], at: number, of: string): boolean => {
    const first = rows[0]?.cells[at]
    if (!pen || !first) return false
    pen.font = fonts.get(of) ?? fontOf(first)
    fonts.set(of, pen.font)
    const narrow = widthOf(pen, '0', 0) - widthOf(pen, '1', 0)
    let more = false
    for (const { dataset, cells } of rows) {
      const text = cells[at]?.textContent ?? ''
      const key = dataset['key'] ?? ''
      if (isMore(of, key, text, narrow)) more = true
      // Where lines break, the longest word holds a column open.
      for (const word of text.split(/[ -]/))
        if (isMore(`${of} word`, key, word, narrow)) more = true
    }
    return more
  }

  return {
    keys: () => keys,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Told of rows that were drawn: they are weighed once in these columns, `look` names them. */
    weigh<Row>(rows: readonly HTMLTableRowElement[], stretch: Weighed<Row>): void {
      const { name, first, columns, look } = stretch
      const now = [first, rows.length, look]
      if (rows.length === 0 || now.every((one, at) => one === weighed.get(name)?.[at])) return
      weighed.set(name, now)
      pen ??= document.createElement('canvas').getContext('2d')
      let more = false
      for (const [at, { key, grows }] of columns.entries())
        if (!grows && weighColumn(rows, at, `${look} ${key}`)) more = true
      if (!more) return
      keys = new Set([...most.values()].map(({ key }) => key))
      for (const listener of listeners) listener()
    },
  }
}
