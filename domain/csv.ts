/**
 * CSV as spreadsheets of this country read it: semicolons, CRLF, a byte order mark before the first
 * line.
 */
export const csvMark = '\uFEFF'
const delimiter = ';'

/** A number to people, not to a spreadsheet, which drops its zeros or its last digits. */
const codeOfDigits = /^(?:0\d+|\d{12,})$/

/**
 * One cell. A code of digits (IIN, phone, policy) is a formula of a text, which spreadsheets show
 * as it is. Text that a spreadsheet would run as a formula (it begins with = + - @, a tab or a line
 * break) gets an apostrophe in front; numbers stay numbers.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (codeOfDigits.test(value)) return `"=""${value}"""`
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(delimiter)}\r\n`

/**
 * Reads CSV with the delimiter its first line uses (; , or tab); quoted cells may hold the
 * delimiter, quotes and line breaks.
 */
export function readCsv(text: string): string[][] {
  const source = text.startsWith(csvMark) ? text.slice(1) : text
  const first = source.split(/\r?\n/, 1)[0] ?? ''
  const by = [';', '\t', ','].find((mark) => first.includes(mark)) ?? delimiter
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell.trim().replace(/^="(\d+)"$/, '$1'))
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some(Boolean)) rows.push(row)
    row = []
  }
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === by) endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  endRow()
  return rows
}
