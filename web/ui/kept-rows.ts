/** A table's registry of all its rows. */
export type KeptRows = {
  /** Keys of all rows, in their order. */
  keys: () => readonly string[]
  /** Those a person picked, and the one picked last: a stretch begins there. */
  picked: Set<string>
  begun: string | null
}

export const newRows = (): KeptRows => ({
  keys: () => [],
  picked: new Set(),
  begun: null,
})

const tables = new WeakMap<Element, KeptRows>()
export const keepRows = (table: Element, rows: KeptRows) => void tables.set(table, rows)
export const rowsOf = (table: Element | null | undefined): KeptRows | null =>
  (table && tables.get(table)) ?? null

/** Returns the row of this table, if it is in the page. */
export const rowIn = (table: Element, key: string): HTMLElement | null =>
  table.querySelector(`tr[data-key="${CSS.escape(key)}"]`)
