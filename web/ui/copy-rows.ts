/**
 * What a table shows as text: cells by tabs, rows by lines, as a spreadsheet takes it; `only` are
 * the keys of the rows that are meant. Taken from what is seen, so that what is masked there is
 * masked here.
 */
export function rowsAsText(table: HTMLTableElement, only?: readonly string[]): string {
  const meant = only && new Set(only)
  const isSeen = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.offsetParent !== null)
  const textOf = (cell: Element) => {
    // What a phone tells below or beside a cell is another cell's at a desk.
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

/** The number of the row that has the focus or is open, without its spaces; null where none is. */
export function numberOfRow(): string | null {
  const focused = document.activeElement?.closest('tr[data-key]')
  const row = focused ?? document.querySelector('tr[data-key][aria-current="true"]')
  return row?.querySelector('a[data-row]')?.textContent?.replaceAll(/\s/g, '') ?? null
}
