/** What a table knows of all its rows, of which some may have left the page (decision 270). */
export type KeptRows = {
  /** Keys of all rows, in their order. */
  keys: () => readonly string[]
  /** Those a person picked, and the one picked last: a stretch begins there. */
  picked: Set<string>
  begun: string | null
  /** The row that has the focus. */
  focused: string | null
  /** Draws these rows at once, or all. */
  draw: (keys?: readonly string[]) => void
}

export const newRows = (): KeptRows => ({
  keys: () => [],
  picked: new Set(),
  begun: null,
  focused: null,
  draw: () => {},
})

const tables = new WeakMap<Element, KeptRows>()
export const keepRows = (table: Element, rows: KeptRows) => void tables.set(table, rows)
export const rowsOf = (table: Element | null | undefined): KeptRows | null =>
  (table && tables.get(table)) ?? null

/** The row of this table, where it is in the page. */
export const rowIn = (table: Element, key: string): HTMLElement | null =>
  table.querySelector(`tr[data-key="${CSS.escape(key)}"]`)

/** What stands beside this row is in the page, wherever it is scrolled to. */
export function drawBeside(row: HTMLElement | null | undefined): void {
  const rows = rowsOf(row?.closest('table'))
  if (!rows || !row?.dataset['key']) return
  const keys = rows.keys()
  const at = keys.indexOf(row.dataset['key'])
  rows.draw(keys.slice(Math.max(0, at - 1), at + 2))
}
