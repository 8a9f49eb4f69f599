import { almatyClock, almatyDay, daysBetween } from '#domain/calendar.ts'
import { csvLine, csvMark } from '#domain/csv.ts'
import { zip } from './zip.ts'

/**
 * A column of a report's file. `money`, `tiyn` (with two decimals) and `count` are numbers and have a sum; days and instants
 * are dates of Almaty; text stays text (an IIN too).
 */
export type FileColumn<Row> = {
  key: string
  /** In the language of the file. */
  title: string
  kind: 'text' | 'money' | 'tiyn' | 'count' | 'day' | 'instant'
  /** An IIN or a name, which most files have a part of. */
  person?: 'person' | 'name'
  /** Not added up in the row of totals. */
  unsummed?: true
  of: (row: Row) => string | number | Date | null
}
/** The rows in batches from the database. */
export type Batches<Row> = AsyncIterable<readonly Row[]>
/** The running sum of a column; `unknown` if one of its rows has no value. */
type Sum = { hundredths: number; unknown: boolean }
type Sheet<Row> = { columns: readonly FileColumn<Row>[]; rows: Batches<Row> }

const almatyTime = (at: Date) => almatyClock(at).slice(0, 19).replace('T', ' ')

/** CSV for any number of rows, a batch in memory at a time. */
export async function* csvFile<Row>({ columns, rows }: Sheet<Row>): AsyncGenerator<Buffer> {
  yield Buffer.from(csvMark + csvLine(columns.map(({ title }) => title)))
  for await (const batch of rows)
    yield Buffer.from(
      batch
        .map((row) =>
          csvLine(
            columns.map(({ of, kind }) => {
              const value = of(row)
              // With a decimal comma a point would make it a text.
              if (kind === 'tiyn' && typeof value === 'number')
                return value.toFixed(2).replace('.', ',')
              return value instanceof Date ? almatyTime(value) : value
            }),
          ),
        )
        .join(''),
    )
}

const xml = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org'
const MAIN = `${OFFICE}/spreadsheetml/2006/main`
/** Places of the formats in `styles`. */
const style = {
  text: 0,
  money: 1,
  count: 2,
  day: 3,
  instant: 4,
  head: 5,
  title: 6,
  totalText: 5,
  totalMoney: 7,
  tiyn: 8,
  totalTiyn: 9,
} as const

const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="#,##0"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="166" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="167" formatCode="#,##0.00"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="10"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf fontId="2" applyFont="1"/><xf numFmtId="164" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="167" applyNumberFormat="1"/><xf numFmtId="167" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const text = (value: string, as: number = style.text) =>
  `<c s="${as}" t="inlineStr"><is><t xml:space="preserve">${xml(value)}</t></is></c>`
const number = (value: number, as: number) => `<c s="${as}"><v>${value}</v></c>`
/** A formula with its value, for readers that do not calculate. */
const formula = (of: string, value: number, as: number) =>
  `<c s="${as}"><f>${xml(of)}</f><v>${value}</v></c>`
/** A sum of cells: one unknown row makes the sum unknown. */
const sumOf = (of: string, cells: string, sum: Sum, as: number) =>
  sum.unknown
    ? `<c s="${as}" t="str"><f>${xml(`IF(COUNTBLANK(${cells})>0,"–",${of})`)}</f><v>–</v></c>`
    : formula(of, sum.hundredths / 100, as)
const letters = (at: number): string =>
  (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
/** A row with the places of its cells, which some readers insist on. */
const row = (line: number, cells: readonly string[]) =>
  `<row r="${line}">${cells.map((one, at) => `<c r="${letters(at)}${line}"${one.slice(2)}`).join('')}</row>`
/** Days since 30 December 1899 by the clock of Almaty, as spreadsheets count. */
const serial = (at: Date) => Date.parse(`${almatyClock(at)}Z`) / 86_400_000 + 25_569

/** A place of another sheet, in a formula. */
const quoted = (sheet: string) => `'${sheet.replaceAll("'", "''")}'`
/** Returns a valid name of a sheet: 31 characters without those special in a formula. */
const sheetName = (title: string) => title.replaceAll(/[\\/?*:[\]]/g, ' ').slice(0, 31)

const isSummed = (kind: FileColumn<never>['kind']) =>
  kind === 'money' || kind === 'tiyn' || kind === 'count'

function cell<Row>(column: FileColumn<Row>, of: Row): string {
  const value = column.of(of)
  if (value === null) return '<c/>'
  if (value instanceof Date) return number(serial(value), style.instant)
  if (column.kind === 'day') return number(daysBetween('1899-12-30', String(value)), style.day)
  return typeof value === 'number'
    ? number(value, style[isSummed(column.kind) ? column.kind : 'money'])
    : text(value)
}

/**
 * Writes XLSX with typed cells: a title, the filters, the rows under a filter, a row of totals that
 * counts the visible rows; on a second sheet the sums of all rows, which the filter does not
 * change. Sums are formulas. Packs the sheet while writing it.
 */
export async function* xlsxFile<Row>({
  columns,
  rows,
  title,
  about,
  total,
  sums: sumsTitle,
}: Sheet<Row> & {
  title: string
  about: readonly string[]
  total: string
  /** Name of the sheet of sums. */
  sums: string
}): AsyncGenerator<Buffer> {
  const main = sheetName(title)
  const frozen = about.length + 3
  const sums = columns.map((): Sum => ({ hundredths: 0, unknown: false }))
  let line = frozen
  async function* sheet() {
    const widths = columns.map(
      ({ kind }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${kind === 'text' ? 24 : 18}" customWidth="1"/>`,
    )
    yield Buffer.from(
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${[[text(title, style.title)], ...about.map((line) => [text(line)]), [], columns.map((column) => text(column.title, style.head))].map((cells, at) => row(at + 1, cells)).join('')}`,
    )
    for await (const batch of rows) {
      for (const one of batch)
        for (const [at, sum] of sums.entries()) {
          const value = columns[at]?.of(one)
          if (value === null) sum.unknown = true
          // Tiyn are added up as whole numbers.
          else if (typeof value === 'number') sum.hundredths += Math.round(value * 100)
        }
      yield Buffer.from(
        batch
          .map((one) =>
            row(
              ++line,
              columns.map((column) => cell(column, one)),
            ),
          )
          .join(''),
      )
    }
    const totals = columns.map(({ kind, unsummed }, at) => {
      if (at === 0) return text(`${total}: ${line - frozen}`, style.totalText)
      if (unsummed || !isSummed(kind)) return '<c/>'
      const [sum, as] = [sums[at], style[kind === 'tiyn' ? 'totalTiyn' : 'totalMoney']]
      // A formula over no rows would be one over its own row.
      if (!sum || line === frozen) return number(0, as)
      return sumOf(`SUBTOTAL(109,${cellsOf(at)})`, cellsOf(at), sum, as)
    })
    const filtered = `A${frozen}:${letters(columns.length - 1)}${Math.max(line, frozen)}`
    yield Buffer.from(
      `${row(line + 1, totals)}</sheetData><autoFilter ref="${filtered}"/></worksheet>`,
    )
  }
  /** The rows of a column, from the first to the last. */
  const cellsOf = (at: number) => `${letters(at)}${frozen + 1}:${letters(at)}${line}`
  /** Written after the rows, when their last is known. */
  async function* sheetOfSums() {
    const rowsOfAll = line - frozen
    const lines = columns.flatMap(({ title: name, kind, unsummed }, at) => {
      if (unsummed || !isSummed(kind)) return []
      const [sum, as] = [sums[at], style[kind === 'tiyn' ? 'tiyn' : 'money']]
      const cells = `${quoted(main)}!${cellsOf(at)}`
      const all = sum && rowsOfAll > 0 ? sumOf(`SUM(${cells})`, cells, sum, as) : number(0, as)
      return [[text(name), all]]
    })
    const counted = `ROWS(${quoted(main)}!${cellsOf(0)})`
    const cells = [
      [text(sumsTitle, style.title)],
      ...about.map((one) => [text(one)]),
      [],
      [
        text(total, style.head),
        rowsOfAll === 0
          ? number(0, style.totalMoney)
          : formula(counted, rowsOfAll, style.totalMoney),
      ],
      ...lines,
    ]
    yield Buffer.from(
      `${HEAD}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="48" customWidth="1"/><col min="2" max="2" width="18" customWidth="1"/></cols><sheetData>${cells.map((one, at) => row(at + 1, one)).join('')}</sheetData></worksheet>`,
    )
  }
  const part = (name: string, body: string) => ({ name, bytes: once(body) })
  yield* zip([
    part(
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="${xml(main)}" sheetId="1" r:id="rId1"/><sheet name="${xml(sheetName(sumsTitle))}" sheetId="2" r:id="rId3"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    ),
    part('xl/styles.xml', styles),
    { name: 'xl/worksheets/sheet1.xml', bytes: sheet() },
    { name: 'xl/worksheets/sheet2.xml', bytes: sheetOfSums() },
  ])
}

async function* once(body: string) {
  yield Buffer.from(body)
}

/** The day and minute of a file, for its name. */
export const fileStamp = (at: Date): string =>
  `${almatyDay(at)}-${almatyTime(at).slice(11, 16).replace(':', '')}`
