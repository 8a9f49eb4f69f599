import {
  type Cell,
  formula,
  isDayFormat,
  LONGEST_TABLE,
  type Row,
  serialDay,
  type Table,
  UnreadableFile,
  WIDEST_TABLE,
} from '#domain/statements/table.ts'

/**
 * Reads old spreadsheets (.xls, BIFF8 and BIFF5 of Excel 97 and 95) by [MS-CFB] and [MS-XLS]:
 * values alone, calculates no formula. Banks still write them (docs/law/formats.md 1e).
 */

const SIGNATURE = 'd0cf11e0a1b11ae1'
const FREE = 0xffff_fffa
const NAMES = ['Workbook', 'Book']
const LOCKED = ['EncryptedPackage', 'EncryptionInfo']

export const isCompound = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(8, bytes.length)).toString('hex') ===
  SIGNATURE

export const tablesOfXls = (file: Buffer): Table[] => sheetsOf(workbookOf(file))

/** The stream of the workbook in the compound file. */
function workbookOf(file: Buffer): Buffer {
  const size = 1 << file.readUInt16LE(30)
  const smallSize = 1 << file.readUInt16LE(32)
  if (size < 128 || size > 4096 || smallSize > size) throw new UnreadableFile('damaged')
  const sector = (id: number) => {
    const at = (id + 1) * size
    if (at < size || at >= file.length) throw new UnreadableFile('damaged')
    return file.subarray(at, at + size)
  }
  const tables: number[] = []
  for (let at = 76; at < 512; at += 4) tables.push(file.readUInt32LE(at))
  let more = file.readUInt32LE(68)
  // No file has more tables of sectors than sectors; one that names itself has no end.
  const most = Math.ceil(file.length / size)
  for (let left = file.readUInt32LE(72); left > 0 && more < FREE; left -= 1) {
    if (tables.length > most) throw new UnreadableFile('damaged')
    const extra = sector(more)
    for (let at = 0; at < size - 4; at += 4) tables.push(extra.readUInt32LE(at))
    more = extra.readUInt32LE(size - 4)
  }
  const next: number[] = []
  for (const id of tables.filter((one) => one < FREE)) {
    const part = sector(id)
    for (let at = 0; at + 4 <= part.length; at += 4) next.push(part.readUInt32LE(at))
  }
  const chain = (start: number, table: readonly number[], take: (id: number) => Buffer) => {
    const parts: Buffer[] = []
    for (let id = start; id < FREE; id = table[id] ?? FREE) {
      // A chain that loops has no end.
      if (parts.length > table.length) throw new UnreadableFile('damaged')
      parts.push(take(id))
    }
    return Buffer.concat(parts)
  }
  const directory = chain(file.readUInt32LE(48), next, sector)
  let root: { start: number } | null = null
  let book: { start: number; length: number } | null = null
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const length = Math.min(64, directory.readUInt16LE(at + 64))
    const name = directory.toString('utf16le', at, at + Math.max(0, length - 2))
    const entry = {
      start: directory.readUInt32LE(at + 116),
      length: directory.readUInt32LE(at + 120),
    }
    if (LOCKED.includes(name)) throw new UnreadableFile('locked')
    if (directory[at + 66] === 5) root = entry
    if (NAMES.includes(name)) book = book ?? entry
  }
  if (!book || !root) throw new UnreadableFile('damaged')
  const { start, length } = book
  if (length >= file.readUInt32LE(56)) return chain(start, next, sector).subarray(0, length)
  const small = chain(file.readUInt32LE(60), next, sector)
  const links: number[] = []
  for (let at = 0; at + 4 <= small.length; at += 4) links.push(small.readUInt32LE(at))
  const held = chain(root.start, next, sector)
  return chain(start, links, (id) => held.subarray(id * smallSize, (id + 1) * smallSize)).subarray(
    0,
    length,
  )
}

const record = {
  bof: 0x809,
  eof: 0x0a,
  continued: 0x3c,
  strings: 0xfc,
  sheet: 0x85,
  locked: 0x2f,
  format: 0x41e,
  style: 0xe0,
  since1904: 0x22,
  codePage: 0x42,
  number: 0x203,
  rk: 0x27e,
  rks: 0xbd,
  text: 0x204,
  shared: 0xfd,
  formula: 0x06,
  bool: 0x205,
} as const

type Part = { kind: number; data: Buffer; at: number; joined: number[] }

/** Yields records one after another, each joined with the records that continue it. */
function* records(book: Buffer): Generator<Part> {
  let last: (Part & { parts: Buffer[] }) | null = null
  const done = (part: Part & { parts: Buffer[] }): Part => ({
    kind: part.kind,
    at: part.at,
    joined: part.joined,
    data: part.parts.length > 1 ? Buffer.concat(part.parts) : part.data,
  })
  for (let at = 0; at + 4 <= book.length; ) {
    const kind = book.readUInt16LE(at)
    const length = book.readUInt16LE(at + 2)
    const data = book.subarray(at + 4, at + 4 + length)
    if (data.length < length) throw new UnreadableFile('damaged')
    if (kind === record.continued && last) {
      last.joined.push(last.parts.reduce((sum, part) => sum + part.length, 0))
      last.parts.push(data)
    } else {
      if (last) yield done(last)
      last = { kind, data, at, joined: [], parts: [data] }
    }
    at += 4 + length
    // Padding follows the last record of a stream.
    if (kind === 0 && length === 0) break
  }
  if (last) yield done(last)
}

type Reading = {
  wide: boolean
  decoder: TextDecoder
  strings: string[]
  formats: Map<number, string>
  styles: number[]
  since1904: boolean
  names: Map<number, string>
}

function sheetsOf(book: Buffer): Table[] {
  const of: Reading = {
    wide: true,
    decoder: new TextDecoder('windows-1251'),
    strings: [],
    formats: new Map(),
    styles: [],
    since1904: false,
    names: new Map(),
  }
  const tables: Table[] = []
  let rows: Map<number, Cell[]> | null = null
  let depth = 0
  for (const part of records(book)) {
    const { kind, data } = part
    if (kind === record.bof) {
      depth += 1
      if (depth === 1 && !of.names.has(part.at)) of.wide = data.readUInt16LE(0) >= 0x600
      // A chart inside of a sheet has records of its own.
      if (depth === 1 && of.names.has(part.at)) {
        rows = new Map()
        tables.push({ name: of.names.get(part.at) ?? '', rows: [] })
      }
    } else if (kind === record.eof) {
      depth -= 1
      const table = tables.at(-1)
      if (depth === 0 && rows && table) tables[tables.length - 1] = { ...table, rows: rowsOf(rows) }
      if (depth === 0) rows = null
    } else if (kind === record.locked) throw new UnreadableFile('locked')
    else if (rows === null) globals(of, part)
    else if (depth === 1) cells(of, rows, part)
  }
  return tables
}

function globals(of: Reading, { kind, data, joined }: Part): void {
  if (kind === record.codePage) {
    const page = data.readUInt16LE(0)
    if (page === 1252) of.decoder = new TextDecoder('windows-1252')
    if (page === 866) of.decoder = new TextDecoder('ibm866')
  } else if (kind === record.since1904) of.since1904 = data.readUInt16LE(0) === 1
  else if (kind === record.sheet) {
    // Sheets of cells that people see, not charts and macros.
    if (data[5] === 0 && ((data[4] ?? 0) & 3) === 0)
      of.names.set(data.readUInt32LE(0), shortText(of, data, 6, 1))
  } else if (kind === record.format)
    of.formats.set(data.readUInt16LE(0), shortText(of, data, 2, of.wide ? 2 : 1))
  else if (kind === record.style) of.styles.push(data.readUInt16LE(2))
  else if (kind === record.strings) of.strings = sharedStrings(data, joined)
}

function cells(of: Reading, rows: Map<number, Cell[]>, { kind, data }: Part): void {
  const put = (column: number, value: Cell) => {
    const line = data.readUInt16LE(0)
    if (column >= WIDEST_TABLE || value === '') return
    let row = rows.get(line)
    if (!row) {
      if (rows.size >= LONGEST_TABLE) throw new UnreadableFile('too_long')
      row = []
      rows.set(line, row)
    }
    row[column] = value
  }
  const value = (style: number, number: number): Cell => {
    const id = of.styles[style] ?? 0
    return isDayFormat(id, of.formats.get(id)) ? serialDay(number, of.since1904) : number
  }
  if (kind === record.number)
    put(data.readUInt16LE(2), value(data.readUInt16LE(4), data.readDoubleLE(6)))
  else if (kind === record.rk)
    put(data.readUInt16LE(2), value(data.readUInt16LE(4), packed(data, 6)))
  else if (kind === record.rks) {
    const first = data.readUInt16LE(2)
    for (let at = 4, column = first; at + 6 <= data.length - 2; at += 6, column += 1)
      put(column, value(data.readUInt16LE(at), packed(data, at + 2)))
  } else if (kind === record.shared)
    put(data.readUInt16LE(2), of.strings[data.readUInt32LE(6)] ?? '')
  else if (kind === record.text) put(data.readUInt16LE(2), shortText(of, data, 6, 2))
  else if (kind === record.formula) put(data.readUInt16LE(2), formula)
}

/** Thirty bits of a number, whole or not, of hundredths or not. */
function packed(data: Buffer, at: number): number {
  const bits = data.readInt32LE(at)
  let number: number
  if (bits & 2) number = bits >> 2
  else {
    const wide = Buffer.alloc(8)
    wide.writeInt32LE(bits & ~3, 4)
    number = wide.readDoubleLE(0)
  }
  return bits & 1 ? number / 100 : number
}

/** A text with its length before it: of 16 bits a letter or of 8, or in the code page of old files. */
function shortText(of: Reading, data: Buffer, at: number, lengthBytes: 1 | 2): string {
  const length = lengthBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at)
  const start = at + lengthBytes
  if (!of.wide) return of.decoder.decode(data.subarray(start, start + length)).trim()
  const flags = data.readUInt8(start)
  // Counts of font runs and phonetic signs precede the letters.
  const from = start + 1 + (flags & 8 ? 2 : 0) + (flags & 4 ? 4 : 0)
  return (
    flags & 1
      ? data.toString('utf16le', from, from + length * 2)
      : data.toString('latin1', from, from + length)
  ).trim()
}

/**
 * Returns texts of all sheets. If a text is cut by the end of a record, the next begins with a byte
 * that repeats the width of its letters.
 */
function sharedStrings(data: Buffer, joined: readonly number[]): string[] {
  const texts: string[] = []
  const breaks = new Set(joined)
  const nextBreak = (at: number) => joined.find((one) => one > at) ?? data.length
  let at = 8
  while (at + 3 <= data.length) {
    const length = data.readUInt16LE(at)
    let flags = data.readUInt8(at + 2)
    at += 3
    let after = 0
    if (flags & 8) {
      after += data.readUInt16LE(at) * 4
      at += 2
    }
    if (flags & 4) {
      after += data.readUInt32LE(at)
      at += 4
    }
    let text = ''
    let left = length
    while (left > 0) {
      if (breaks.has(at) && text !== '') {
        flags = data.readUInt8(at)
        at += 1
      }
      const wide = flags & 1 ? 2 : 1
      const here = Math.min(left, Math.floor((nextBreak(at) - at) / wide))
      if (here <= 0) throw new UnreadableFile('damaged')
      text += data.toString(wide === 2 ? 'utf16le' : 'latin1', at, at + here * wide)
      at += here * wide
      left -= here
    }
    at += after
    texts.push(text.trim())
    if (texts.length > LONGEST_TABLE * 20) throw new UnreadableFile('too_long')
  }
  return texts
}

const rowsOf = (rows: Map<number, Cell[]>): Row[] =>
  [...rows]
    .sort(([one], [other]) => one - other)
    .map(([line, row]) => ({ line: line + 1, cells: Array.from(row, (cell) => cell ?? '') }))
