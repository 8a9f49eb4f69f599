/** A formula in a cell: we do not calculate it, and its stored result may be stale. */
export const formula = Symbol('formula')

/** A cell as read; days are `YYYY-MM-DD`, with the time if there is one. */
export type Cell = string | number | typeof formula
/** A row that has something in it, with its number in the file. */
export type Row = { line: number; cells: readonly Cell[] }
/** A sheet of a spreadsheet, or a whole CSV file. */
export type Table = { name: string; rows: readonly Row[] }

/** Why a file cannot be read at all. */
export const unreadable = ['damaged', 'locked', 'too_long', 'no_text', 'markup', 'sheets'] as const
export class UnreadableFile extends Error {
  readonly why: (typeof unreadable)[number]
  /** Which sheets keep it from being read. */
  readonly sheets: readonly string[]
  constructor(why: (typeof unreadable)[number], sheets: readonly string[] = []) {
    super(why)
    this.why = why
    this.sheets = sheets
  }
}

/** Lines a statement has at most: a quarter of a busy broker. */
export const LONGEST_TABLE = 100_000
export const WIDEST_TABLE = 200

const DAY_ZERO = Date.UTC(1899, 11, 30)

/** The day and time of a spreadsheet's number: days since 30 December 1899. */
export function serialDay(serial: number, since1904 = false): string {
  const at = new Date(
    DAY_ZERO + Math.round((serial + (since1904 ? 1462 : 0)) * 86_400) * 1000,
  ).toISOString()
  return serial % 1 === 0 ? at.slice(0, 10) : `${at.slice(0, 10)} ${at.slice(11, 19)}`
}

/**
 * Returns whether a number's format is one of days: letters of a day or a year outside of quotes.
 */
export function isDayFormat(id: number, format: string | undefined): boolean {
  if (format === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36)
  const bare = format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  return /[dy]|дд|гг/i.test(bare) && !/[#0]/.test(bare)
}

/**
 * Returns whether a cell is a day in words of a bank, with its time or without: no sum looks like
 * that.
 */
export const isDayText = (cell: Cell): boolean =>
  typeof cell === 'string' &&
  /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:\d{4}|\d{2}))(?:$|[T ])/.test(cell)

export const isSerial = (value: number): boolean => value > 20_000 && value < 80_000
