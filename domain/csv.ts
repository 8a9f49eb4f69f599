import { cutUnseen } from './seen-text.ts'

/**
 * CSV as spreadsheets of this country read it: semicolons, CRLF, a byte order mark before the first
 * line.
 */
export const csvMark = '\uFEFF'
const delimiter = ';'

/** A number to people, not to a spreadsheet, which drops its zeros or its last digits. */
const codeOfDigits = /^(?:0\d+|\d{12,})$/

/**
 * One cell for people. A code of digits (IIN, phone, policy) is a formula of a text, which
 * spreadsheets show as it is.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return codeOfDigits.test(value) ? `"=""${value}"""` : csvText(value)
}

/**
 * One cell for a program or for people. Text that a spreadsheet would run as a formula (its first
 * sign that is seen is = + - @, of full width too, or it begins with a tab or a line break) gets an
 * apostrophe in front; numbers stay numbers.
 */
export function csvText(value: string): string {
  const isNumber = /^-\d+,\d\d$/.test(value)
  const runs = /^[=+\-@]/.test(cutUnseen(value).normalize('NFKC')) || /^[\t\r\n]/.test(value)
  const safe = runs && !isNumber ? `'${value}` : value
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(delimiter)}\r\n`

type Counted = { line: number; cells: string[] }
/** A quote that does not end with its cell: the rest cannot be distinguished from its text. */
export class OpenQuote extends Error {
  readonly line: number
  constructor(line: number) {
    super('a quote is not closed')
    this.line = line
  }
}
/**
 * Reads at most `most` rows and `widest` cells of a row; one row more shows that the file is
 * longer.
 */
type Counting = { counted: true; most: number; widest: number }

/**
 * Reads CSV with the delimiter its lines use (; tab or ,); quoted cells may hold the delimiter,
 * quotes and line breaks; a quote within a cell is a sign like others. `counted`: each row with its
 * line in the file, within bounds, and `OpenQuote` is thrown for quotes that eat what follows.
 */
export function readCsv(text: string): string[][]
export function readCsv(text: string, how: Counting): Counted[]
export function readCsv(text: string, how?: Counting): string[][] | Counted[] {
  const { most, widest } = how ?? { most: Infinity, widest: Infinity }
  const source = text.startsWith(csvMark) ? text.slice(1) : text
  const by = delimiterOf(source, how !== undefined)
  const rows: Counted[] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  /** Line of the cell's opening quote, and where its quoted part begins. */
  let opened: { line: number; from: number } | null = null
  let line = 1
  let began = 1
  const endCell = () => {
    if (row.length < widest) row.push(cell.trim().replace(/^="(\d+)"$/, '$1'))
    cell = ''
    opened = null
  }
  const endRow = () => {
    endCell()
    if (row.some(Boolean)) rows.push({ line: began, cells: row })
    row = []
  }
  for (let at = 0; at < source.length && rows.length <= most; at += 1) {
    const sign = source[at]
    if (sign === '\n') line += 1
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && opened === null && /^=?$/.test(cell.trim())) {
      quoted = true
      opened = { line, from: at }
      cell = ''
    } else if (opened !== null && sign !== undefined && !/\s/.test(sign) && sign !== by) {
      // Words go on behind a quote that was closed: it was of the words, unless it held a boundary.
      const held = source.slice(opened.from, at)
      if (how && (held.includes(by) || held.includes('\n'))) throw new OpenQuote(opened.line)
      cell = held + sign
      opened = null
    } else if (sign === by) endCell()
    else if (sign === '\n') {
      endRow()
      began = line
    } else if (sign !== '\r') cell += sign
  }
  if (quoted && how && opened && rows.length <= most) throw new OpenQuote(opened.line)
  if (rows.length <= most) endRow()
  return how ? rows : rows.map(({ cells }) => cells)
}

const delimiters = [delimiter, '\t', ',']
/** Lines examined for the delimiter, since the first may be about the account and have none. */
const TELLING = 60

/** Returns the delimiter: of the first line, or of the line that has the most of one. */
function delimiterOf(source: string, anywhere: boolean): string {
  const begin = source.split(/\r?\n/, anywhere ? TELLING : 1)
  const first = begin[0] ?? ''
  if (!anywhere) return delimiters.find((mark) => first.includes(mark)) ?? delimiter
  const most = (mark: string) => Math.max(...begin.map((row) => 1 + countOf(mark, row)))
  const counts = delimiters.map((mark) => ({ mark, count: most(mark) }))
  // Words and sums have commas too: a comma is the delimiter only if nothing else is.
  return counts.find(({ mark, count }) => count > (mark === ',' ? 1 : 2))?.mark ?? delimiter
}

function countOf(mark: string, row: string): number {
  let count = 0
  for (let at = row.indexOf(mark); at >= 0; at = row.indexOf(mark, at + 1)) count += 1
  return count
}
