/**
 * What a table shows as text: cells by tabs, rows by lines, as a spreadsheet takes it; `only` is a
 * selector of the rows that are meant. Taken from what is seen, so that what is masked there is
 * masked here.
 */
export function rowsAsText(table: HTMLTableElement, only = ''): string {
  const isSeen = (cell: Element) => cell instanceof HTMLElement && cell.offsetParent !== null
  const textOf = (cell: Element) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  return [...table.querySelectorAll(`thead tr, tbody tr[data-key]${only}`)]
    .map((row) => [...row.children].filter(isSeen).map(textOf).join('\t'))
    .join('\n')
}

/** The number of the row that has the focus or is open, without its spaces; null where none is. */
export function numberOfRow(): string | null {
  const focused = document.activeElement?.closest('tr[data-key]')
  const row = focused ?? document.querySelector('tr[data-key][aria-current="true"]')
  return row?.querySelector('a[data-row]')?.textContent?.replaceAll(/\s/g, '') ?? null
}
