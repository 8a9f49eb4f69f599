import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createInflateRaw } from 'node:zlib'
import sax from 'sax'
import {
  type Cell,
  formula,
  isDayFormat,
  isDayText,
  LONGEST_TABLE,
  type Row,
  serialDay,
  type Table,
  UnreadableFile,
  WIDEST_TABLE,
} from '#domain/statements/table.ts'

/**
 * Reads spreadsheets of today (.xlsx): values alone, no formula is worked out. Each part is unpacked
 * and read as it goes; more than a statement can be ends the reading.
 */

/** Maximum unpacked size: the longest statement, and no zip bomb. */
const FILE_BYTES = 200 * 1024 * 1024
/** As deep as its elements may lie, and as many cells as its sheets may have together. */
const DEEPEST = 500
const CELLS = 4_000_000
const SHEETS = 20
const STRINGS = 2_000_000
/** Rows a sheet can have. */
const MOST_ROWS = 1_048_576

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)

type Part = { method: number; packed: Buffer; file: Spent }
/** What reading a file has used so far, over all its parts. */
type Spent = { bytes: number; rows: number; cells: number }

export const tablesOfXlsx = async (file: Buffer): Promise<Table[]> => tablesOf(partsOf(file))

/** The parts of the file by their names, from the list at its end. */
function partsOf(file: Buffer): Map<string, Part> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new UnreadableFile('damaged')
  const parts = new Map<string, Part>()
  const spent: Spent = { bytes: 0, rows: 0, cells: 0 }
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new UnreadableFile('damaged')
    const length = file.readUInt32LE(at + 20)
    const nameLength = file.readUInt16LE(at + 28)
    const head = file.readUInt32LE(at + 42)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/')
    if (file.readUInt16LE(at + 8) & 1) throw new UnreadableFile('locked')
    const start = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28)
    const packed = file.subarray(start, start + length)
    if (packed.length < length) throw new UnreadableFile('damaged')
    const method = file.readUInt16LE(at + 10)
    parts.set(name.replace(/^\//, '').toLowerCase(), { method, packed, file: spent })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

async function tablesOf(parts: Map<string, Part>): Promise<Table[]> {
  const sheets: { name: string; id: string; hidden: boolean }[] = []
  let since1904 = false
  const book = [...parts.keys()].find((name) => /^xl\/workbook\d*\.xml$/.test(name)) ?? ''
  await each(parts.get(book), (tag, of) => {
    if (tag === 'sheet' && sheets.length < SHEETS)
      sheets.push({
        name: (of.name ?? '').replaceAll(/\p{Cc}/gu, ''),
        // Whatever prefix the program gave to the names of relations.
        id: Object.entries(of).find(([name]) => /(?:^|:)id$/.test(name))?.[1] ?? '',
        hidden: /hidden/i.test(of.state ?? ''),
      })
    if (tag === 'workbookPr') since1904 = /^(1|true)$/.test(of.date1904 ?? '')
  })
  const targets = new Map<string, string>()
  await each(parts.get(book.replace('xl/', 'xl/_rels/').concat('.rels')), (tag, of) => {
    const target = of.Target ?? ''
    if (tag === 'Relationship')
      targets.set(
        of.Id ?? '',
        (target.startsWith('/')
          ? target.slice(1)
          : `xl/${target.replace(/^\.\//, '')}`
        ).toLowerCase(),
      )
  })
  const days = await stylesOfDays(parts.get('xl/styles.xml'))
  const strings = await stringsOf(parts.get('xl/sharedstrings.xml'))
  const tables: Table[] = []
  // A hidden sheet is no statement.
  const seen = sheets.filter(({ hidden }) => !hidden)
  const read = new Set<Part>()
  for (const { name, id } of seen.length > 0 ? seen : sheets) {
    const part = parts.get(targets.get(id) ?? '')
    // One part under several names would be read as often.
    if (part && read.has(part)) throw new UnreadableFile('damaged')
    if (part) read.add(part)
    if (part) tables.push({ name, rows: await rowsOf(part, strings, days, since1904) })
  }
  if (tables.length === 0) throw new UnreadableFile('damaged')
  return tables
}

type Attributes = Readonly<Record<string, string>>
type Reader = {
  open: (tag: string, attributes: Attributes) => void
  close?: (tag: string) => void
  text?: (text: string) => void
}

const each = (part: Part | undefined, open: Reader['open']) => readXml(part, { open })

/** Reads a part's XML as it is unpacked; entities of its own are never resolved. */
async function readXml(part: Part | undefined, reader: Reader): Promise<void> {
  if (!part) return
  const parser = sax.parser(true, { position: false })
  parser.onerror = (error: Error) => {
    throw error
  }
  const bare = (name: string) => name.slice(name.indexOf(':') + 1)
  let depth = 0
  parser.onopentag = ({ name, attributes }) => {
    depth += 1
    if (depth > DEEPEST) throw new UnreadableFile('damaged')
    reader.open(bare(name), attributes as unknown as Attributes)
  }
  parser.onclosetag = (name) => {
    depth -= 1
    reader.close?.(bare(name))
  }
  parser.ontext = (text) => reader.text?.(text)
  parser.oncdata = (text) => reader.text?.(text)
  const decoder = new StringDecoder('utf8')
  const { file } = part
  const take = async (chunks: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    for await (const chunk of chunks) {
      file.bytes += chunk.length
      if (file.bytes > FILE_BYTES) throw new UnreadableFile('too_long')
      parser.write(decoder.write(chunk))
    }
    parser.write(decoder.end()).close()
  }
  if (part.method === 0) return take([part.packed])
  if (part.method !== 8) throw new UnreadableFile('damaged')
  await pipeline([part.packed], createInflateRaw({ chunkSize: 64 * 1024 }), take)
}

async function stylesOfDays(part: Part | undefined): Promise<boolean[]> {
  const formats = new Map<number, string>()
  const styles: boolean[] = []
  let inCells = false
  await readXml(part, {
    open: (tag, of) => {
      if (tag === 'numFmt') formats.set(Number(of.numFmtId), of.formatCode ?? '')
      if (tag === 'cellXfs') inCells = true
      if (tag === 'xf' && inCells) {
        const id = Number(of.numFmtId ?? 0)
        styles.push(isDayFormat(id, formats.get(id)))
      }
    },
    close: (tag) => {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return styles
}

async function stringsOf(part: Part | undefined): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let inText = false
  let phonetic = false
  await readXml(part, {
    open: (tag) => {
      if (tag === 'si') text = ''
      if (tag === 'rPh') phonetic = true
      inText = tag === 't' && !phonetic
    },
    close: (tag) => {
      if (tag === 'rPh') phonetic = false
      if (tag === 't') inText = false
      if (tag !== 'si') return
      strings.push(text.trim())
      if (strings.length > STRINGS) throw new UnreadableFile('too_long')
    },
    text: (given) => {
      if (inText) text += given
    },
  })
  return strings
}

/** The column of a cell's place: `C7` is the third. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of place) {
    const at = letter.charCodeAt(0) - 64
    if (at < 1 || at > 26) break
    column = column * 26 + at
  }
  return column - 1
}

async function rowsOf(
  part: Part,
  strings: readonly string[],
  days: readonly boolean[],
  since1904: boolean,
): Promise<Row[]> {
  const rows: Row[] = []
  let line = 0
  let cells: Cell[] = []
  let cell = { column: 0, kind: '', style: 0, isFormula: false }
  let text = ''
  let inValue = false
  const merged: string[] = []
  const value = (): Cell => {
    if (cell.isFormula) return formula
    if (cell.kind === 's') return strings[Number(text)] ?? ''
    if (cell.kind === '' || cell.kind === 'n') {
      if (text.trim() === '') return ''
      const number = Number(text)
      if (!Number.isFinite(number)) return text.trim()
      return days[cell.style] ? serialDay(number, since1904) : number
    }
    return text.trim()
  }
  await readXml(part, {
    open: (tag, of) => {
      if (tag === 'row') {
        part.file.rows += 1
        if (part.file.rows > MOST_ROWS) throw new UnreadableFile('too_long')
        line = Number(of.r ?? line + 1)
        if (!Number.isInteger(line) || line < 1 || line > MOST_ROWS)
          throw new UnreadableFile('damaged')
        cells = []
      } else if (tag === 'mergeCell') merged.push(of.ref ?? '')
      else if (tag === 'c') {
        part.file.cells += 1
        if (part.file.cells > CELLS) throw new UnreadableFile('too_long')
        const column = of.r ? columnOf(of.r) : cell.column + 1
        cell = {
          column,
          kind: of.t ?? '',
          style: Number(of.s ?? 0),
          isFormula: false,
        }
        text = ''
      } else if (tag === 'f') cell.isFormula = true
      inValue = tag === 'v' || tag === 't'
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') inValue = false
      else if (tag === 'c') {
        const given = value()
        if (given !== '' && cell.column >= 0 && cell.column < WIDEST_TABLE)
          cells[cell.column] = given
      } else if (tag === 'row') {
        if (cells.length > 0)
          rows.push({ line, cells: Array.from(cells, (one: Cell | undefined) => one ?? '') })
        if (rows.length > LONGEST_TABLE) throw new UnreadableFile('too_long')
        cell = { ...cell, column: -1 }
      }
    },
    text: (given) => {
      if (inValue) text += given
    },
  })
  return withDays(rows, merged)
}

/** Copies a day merged over several rows to each. Not sums: they would be counted again. */
function withDays(rows: Row[], merged: readonly string[]): Row[] {
  if (merged.length === 0) return rows
  // Walked as the rows there are: a range may name a million that are not.
  const sorted = rows.toSorted((one, other) => one.line - other.line)
  const at = new Map(sorted.map((row, index) => [row.line, index]))
  let steps = 0
  for (const ref of merged.slice(0, LONGEST_TABLE)) {
    const [, letters = '', first = '', , last = ''] =
      /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref) ?? []
    const column = columnOf(letters)
    const from = at.get(Number(first)) ?? -1
    const day = sorted[from]?.cells[column]
    if (day === undefined || !isDayText(day)) continue
    for (let index = from + 1; index < sorted.length; index += 1) {
      const row = sorted[index]
      if (!row || row.line > Number(last)) break
      steps += 1
      // Cells are merged once: overlapping ranges make no real table.
      if (steps > CELLS) throw new UnreadableFile('damaged')
      const cells = Array.from(
        { length: Math.max(row.cells.length, column + 1) },
        (_none, place) => row.cells[place] ?? '',
      )
      cells[column] = day
      sorted[index] = { line: row.line, cells }
    }
  }
  return sorted
}
