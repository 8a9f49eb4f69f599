import { setImmediate } from 'node:timers/promises'
import sax from 'sax'
import {
  type Cell,
  formula,
  isDayText,
  LONGEST_TABLE,
  type Row,
  type Table,
  UnreadableFile,
  WIDEST_TABLE,
} from '#domain/statements/table.ts'

/**
 * Reads tables of a web page named `.xls`: bank programs write them instead of a spreadsheet
 * (docs/law/formats.md 1e). Refuses a page without a table of its own, or with tables inside
 * tables: a person who opens it in a spreadsheet can save it as one.
 */

const TABLES = 20
/** Tags within tags; more are never closed. */
const DEEPEST = 500
/** Cells of all rows: a span may produce many that take no room in the file. */
const CELLS = 4_000_000
/** Bytes read at a time. */
const PIECE = 64 * 1024

/** A page, XML of a spreadsheet or a page with its parts in one file (MHTML): no table of text. */
export const isMarkup = (text: string): boolean =>
  /^\uFEFF?\s*(?:<[a-z!?]|mime-version:)/i.test(text.slice(0, 1000))

export async function readHtml(text: string): Promise<Table[]> {
  const tables = await tablesOf(text)
  if (tables.length === 0) throw new UnreadableFile('markup')
  return tables
}

/** Returns a span's length; 1 for anything but a number. */
const spanOf = (value: unknown): number => {
  const span = Number(value ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, LONGEST_TABLE) : 1
}

async function tablesOf(text: string): Promise<Table[]> {
  const found: Table[] = []
  let rows: Row[] | null = null
  let cells: Cell[] | null = null
  let line = 0
  /** For each column, the rows a cell still spans below. */
  let standing: number[] = []
  let open: { text: string[]; isFormula: boolean; across: number; down: number } | null = null
  let depth = 0
  let hidden = 0
  let count = 0

  const put = (cell: Cell, down: number) => {
    if (!cells) return
    while ((standing[cells.length] ?? 0) > 0 && cells.length < WIDEST_TABLE) skip()
    if (cells.length >= WIDEST_TABLE) return
    standing[cells.length] = down
    cells.push(cell)
  }
  const skip = () => {
    if (!cells) return
    standing[cells.length] = (standing[cells.length] ?? 1) - 1
    // A day applies to each row it spans; a sum counts once.
    const above = rows?.at(-1)?.cells[cells.length]
    cells.push(above !== undefined && isDayText(above) ? above : '')
  }
  const endCell = () => {
    if (!open) return
    const { isFormula, across, down } = open
    // A tag that closes nothing is handed over as text.
    const said = open.text
      .join('')
      .replaceAll(/<\/[^<>]*>/g, ' ')
      .replaceAll(/[\s\u00A0]+/g, ' ')
      .trim()
    open = null
    put(isFormula ? formula : said, down - 1)
    for (let at = 1; at < Math.min(across, WIDEST_TABLE); at += 1) put('', down - 1)
  }
  const endRow = () => {
    endCell()
    if (!cells || !rows) return
    while (cells.length < standing.length && cells.length < WIDEST_TABLE) {
      if ((standing[cells.length] ?? 0) > 0) skip()
      else cells.push('')
    }
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > 0) rows.push({ line, cells })
    count += cells.length
    if (rows.length > LONGEST_TABLE || count > CELLS) throw new UnreadableFile('too_long')
    cells = null
  }
  const endTable = () => {
    endRow()
    if (rows && rows.length > 0 && found.length < TABLES)
      found.push({ name: String(found.length + 1), rows })
    rows = null
  }

  const parser = sax.parser(false, { position: false })
  // Names of tags and attributes arrive in capitals.
  parser.onopentag = ({ name, attributes }) => {
    depth += 1
    if (depth > DEEPEST) throw new UnreadableFile('markup')
    if (name === 'STYLE') hidden += 1
    else if (name === 'TABLE') {
      if (rows) throw new UnreadableFile('markup')
      rows = []
      line = 0
      standing = []
    } else if (name === 'TR') {
      endRow()
      if (rows) cells = []
      line += 1
    } else if (name === 'TD' || name === 'TH') {
      endCell()
      if (cells)
        open = {
          text: [],
          isFormula: attributes['X:FMLA'] !== undefined,
          across: spanOf(attributes.COLSPAN),
          down: spanOf(attributes.ROWSPAN),
        }
    } else if (name === 'BR' || name === 'P' || name === 'DIV') open?.text.push(' ')
  }
  parser.onclosetag = (name) => {
    depth -= 1
    if (name === 'STYLE') hidden -= 1
    else if (name === 'TD' || name === 'TH') endCell()
    else if (name === 'TR') endRow()
    else if (name === 'TABLE') endTable()
  }
  parser.ontext = (piece) => {
    if (hidden === 0) open?.text.push(piece)
  }
  parser.onerror = () => {
    throw new UnreadableFile('markup')
  }
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE))
    // Lets the server's other work run meanwhile.
    await setImmediate()
  }
  parser.close()
  // Cut off within a table: its last rows are missing.
  if (rows) throw new UnreadableFile('damaged')
  return found
}
