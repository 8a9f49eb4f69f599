import { OpenQuote, readCsv } from '../csv.ts'
import { decodeText } from '../decode-text.ts'
import { type Columns, type FoundColumns, findColumns, plain } from './columns.ts'
import { isKaspiPay, readKaspiPay } from './kaspi-pay.ts'
import type { ReadFile } from './line.ts'
import { readMovements } from './movements.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { isOneC, readOneC } from './one-c.ts'
import { accountIn, isAcquirer, isOwn, readAccount, readAcquirer, readOwn } from './own.ts'
import {
  type Cell,
  isDayText,
  LONGEST_TABLE,
  type Row,
  type Table,
  UnreadableFile,
  WIDEST_TABLE,
} from './table.ts'

/** A person's answer, given once, on the columns of a bank's table. */
export type Mapping = {
  sheet: string
  /** The line of the head. */
  line: number
  columns: Columns
  of: 'account' | 'register'
  bank: string
}

export type Recognised =
  | { known: true; file: ReadFile; found: FoundColumns | null; table: Table | null }
  | { known: false; tables: readonly Table[]; guess: FoundColumns | null }

/** The text of a file; windows-1251, UTF-8, UTF-16, and DOS where 1C wrote it so. */
export function textIn(bytes: Uint8Array): string {
  const end = bytes.at(-1) === 0x1a ? bytes.length - 1 : bytes.length
  const file = bytes.subarray(0, end)
  const begin = new TextDecoder('latin1').decode(file.subarray(0, 400))
  if (/^1CClientBankExchange/i.test(begin)) {
    const dos = new TextDecoder('ibm866').decode(file)
    if (/СекцияРасчСчет|СекцияДокумент/i.test(dos)) return dos
  }
  const text = decodeText(file)
  if (text === null) throw new UnreadableFile('no_text')
  return text
}

/** Recognises a text file: a format of exchange, our own form, or a table of CSV. */
export function recogniseText(text: string, mapping: Mapping | null): Recognised {
  try {
    return recogniseLines(text, mapping)
  } catch (error) {
    if (!(error instanceof OpenQuote)) throw error
    const open = { line: error.line, field: 'file', why: 'quote' } as const
    return known({
      format: 'account',
      account: '',
      bank: '',
      lines: [],
      twice: [],
      balances: null,
      errors: [open],
    })
  }
}

function recogniseLines(text: string, mapping: Mapping | null): Recognised {
  if (isOneC(text)) return known(readOneC(bounded(text, /секция(?:документ|расчсчет)/gi)))
  if (isMt940(text)) return known(readMt940(bounded(text, /^:6[01][FM]?:/gm)))
  if (isOwn(text)) return known(readOwn(bounded(text, /\n/g)))
  // Formats that only programs write, never tables.
  if (/^\s*(?:%PDF|[{[]|$)/.test(text.slice(0, 100))) throw new UnreadableFile('no_text')
  return recogniseTables([csvTable(text)], mapping)
}

/**
 * Returns the text of a statement within the limit of a table's lines, counted by how each begins.
 */
function bounded(text: string, line: RegExp): string {
  let count = 0
  for (const _line of text.matchAll(line)) {
    count += 1
    if (count > LONGEST_TABLE) throw new UnreadableFile('too_long')
  }
  return text
}

const known = (file: ReadFile): Recognised => ({ known: true, file, found: null, table: null })

export function csvTable(text: string): Table {
  const rows = readCsv(text, { counted: true, most: LONGEST_TABLE, widest: WIDEST_TABLE })
  if (rows.length > LONGEST_TABLE) throw new UnreadableFile('too_long')
  return { name: '', rows }
}

/** The same head again is the same bank's: what its titles are, without case and spaces. */
export const signatureOf = (titles: readonly string[]): string =>
  titles
    .map(plain)
    .filter((title) => title !== '')
    .join('|')

/** Recognises a spreadsheet or CSV: by a person's mapping, else by the titles of its columns. */
export function recogniseTables(tables: readonly Table[], mapping: Mapping | null): Recognised {
  if (mapping) return readMapped(tables, mapping)
  let best: { table: Table; found: FoundColumns; count: number } | null = null
  for (const table of tables) {
    const found = findColumns(table)
    const count = found ? Object.keys(found.columns).length : 0
    if (found && count > (best?.count ?? 0)) best = { table, found, count }
  }
  if (!best) return { known: false, tables, guess: null }
  const { table, found } = best
  onlyOne(tables, table, found.head.titles)
  const read = readFound(table, found)
  // A head without a movement below it was no head; an unknown direction is asked for, not guessed.
  if (
    !read ||
    read.errors.some(({ why }) => why === 'direction') ||
    (read.lines.length === 0 && read.errors.length === 0)
  )
    return { known: false, tables, guess: found }
  noOther(tables, table)
  return { known: true, file: read, found, table }
}

/** Reads a table by its own head; null if that is not enough. */
function readFound(table: Table, found: FoundColumns): ReadFile | null {
  if (isKaspiPay(found)) return readKaspiPay(table, found)
  if (isAcquirer(found)) return readAcquirer(table, found)
  return isAccount(found) ? readAccount(table, found) : null
}

/**
 * Refuses movements on another sheet under a head of their own: they would be lost silently. Each
 * sheet is uploaded separately, or a person chooses the sheet.
 */
function noOther(tables: readonly Table[], table: Table): void {
  const others = tables.filter((other) => {
    const found = other === table ? null : findColumns(other)
    return found && (readFound(other, found)?.lines.length ?? 0) > 0
  })
  refuseSheets(table, others)
}

/** The same head on another sheet, with rows below it, is more of the statement: none is left out. */
function onlyOne(tables: readonly Table[], table: Table, titles: readonly string[]): void {
  const signature = signatureOf(titles)
  const again = tables.filter((other) => {
    const head = other === table ? null : findColumns(other)?.head
    return (
      head &&
      signatureOf(head.titles) === signature &&
      other.rows.some(({ line }) => line > head.line)
    )
  })
  refuseSheets(table, again)
}

function refuseSheets(table: Table, others: readonly Table[]): void {
  if (others.length === 0) return
  throw new UnreadableFile(
    'sheets',
    [table, ...others].map(({ name }) => name).filter((name) => name !== ''),
  )
}

export type UnreadSheet = { name: string; rows: number }
/**
 * Lists other sheets with rows of a day and a sum, under unknown heads: they may be more of the
 * statement, which only a person can decide. Gives the number of rows in each.
 */
export function unreadSheets(tables: readonly Table[], read: Table | null): UnreadSheet[] {
  return tables.flatMap((table) => {
    const rows = table === read ? 0 : table.rows.filter(mayMove).length
    return rows > 0 ? [{ name: table.name, rows }] : []
  })
}

const isSum = (cell: Cell): boolean =>
  typeof cell === 'number' ||
  (typeof cell === 'string' && /^[-+]?\d[\d\s\u00A0\u202F]*(?:[.,]\d{1,2})?$/.test(cell.trim()))
const mayMove = ({ cells }: Row): boolean => cells.some(isDayText) && cells.some(isSum)

/** A single sum column needs a person if nothing shows what it is of. */
const isAccount = ({ columns }: FoundColumns): boolean =>
  (columns.credit !== undefined && columns.debit !== undefined) ||
  (columns.amount !== undefined && columns.purpose !== undefined && columns.payer !== undefined)

function readMapped(tables: readonly Table[], mapping: Mapping): Recognised {
  const table = tables.find(({ name }) => name === mapping.sheet) ?? tables[0]
  if (!table) return { known: false, tables, guess: null }
  const row = table.rows.find(({ line }) => line === mapping.line)
  const found: FoundColumns = {
    head: {
      line: mapping.line,
      titles: (row?.cells ?? []).map((cell) => (typeof cell === 'symbol' ? '' : String(cell))),
    },
    columns: mapping.columns,
  }
  onlyOne(tables, table, found.head.titles)
  const { of } = mapping
  const about = table.rows
    .filter(({ line }) => line <= mapping.line)
    .map(({ cells }) => cells.filter((cell) => typeof cell !== 'symbol').join(' '))
  const account = accountIn(about)
  const { lines, errors, twice } = readMovements(table, { ...found, of, account })
  const file: ReadFile = {
    format: of === 'account' ? 'account' : 'acquirer',
    bank: mapping.bank,
    account,
    lines,
    errors,
    twice,
    balances: null,
  }
  return { known: true, file, found, table }
}
