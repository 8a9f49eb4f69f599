/**
 * Returns a table as text: cells by tabs, rows by lines, as a spreadsheet pastes it; `only` are
 * keys of the rows to copy. Reads the page, so that masked values stay masked.
 */
export function rowsAsText(table: HTMLTableElement, only?: readonly string[]): string {
  const meant = only && new Set(only)
  const isSeen = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.offsetParent !== null)
  const textOf = (cell: Element) => {
    // Text that a phone shows below or beside a cell belongs to another cell on a desk.
    const told = cell.cloneNode(true)
    if (told instanceof Element)
      for (const other of told.querySelectorAll('[data-below], [data-beside]')) other.remove()
    return (told.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  }
  return [...table.querySelectorAll<HTMLTableRowElement>('thead tr, tbody tr[data-key]')]
    .filter(({ dataset: { key } }) => key === undefined || !meant || meant.has(key))
    .map(({ cells }) =>
      [...cells]
        .filter((_, at) => isSeen[at])
        .map(textOf)
        .join('\t'),
    )
    .join('\n')
}

/** Returns the number of the focused or open row, without its spaces; null if there is none. */
export function numberOfRow(): string | null {
  const focused = document.activeElement?.closest('tr[data-key]')
  const row = focused ?? document.querySelector('tr[data-key][aria-current="true"]')
  return row?.querySelector('a[data-row]')?.textContent?.replaceAll(/\s/g, '') ?? null
}
