import { type Day, numericMoment, numericPeriod } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import type { ReportColumn, ReportColumns } from '#texts/report-columns.ts'
import { type FileName, fileTitles, reportWords, standing } from '#texts/reports.ts'
import type { FileColumn } from './table-file.ts'
import { type Batches, csvFile, fileStamp, xlsxFile } from './table-file.ts'

type Kept = {
  text: string
  code: string
  person: string | null
  name: string | null
  instant: Date
  day: string
  money: number
  tiyn: number
  count: number
}
type Sent = Omit<Kept, 'person' | 'name' | 'instant'> & {
  person: string
  name: string
  instant: string
}
type Value<Column extends ReportColumn, Of extends Record<ReportColumn['kind'], unknown>> =
  | Of[Column['kind']]
  | (Column extends { nullable: true } ? null : never)

/** A line as the database stores it, by the keys of its columns. */
export type KeptLine<Columns extends ReportColumns> = {
  [Key in keyof Columns]: Value<Columns[Key], Kept>
}
/** A line as it is sent to a screen. */
type SentLine<Columns extends ReportColumns> = {
  [Key in keyof Columns]: Value<Columns[Key], Sent>
}
type AnyValue = Kept[keyof Kept] | null

/** Converts a line for a screen: instants as text, four digits of a person. */
export function sentLine<Columns extends ReportColumns>(
  columns: Columns,
  line: KeptLine<Columns>,
): SentLine<Columns> {
  const values: Readonly<Record<string, AnyValue>> = line
  return Object.fromEntries(
    Object.entries(columns).map(([key, { kind }]) => {
      const value = values[key] ?? null
      if (value instanceof Date) return [key, value.toISOString()]
      if (kind !== 'person' && kind !== 'name') return [key, value]
      return [key, masks[kind](value === null ? null : String(value))]
    }),
  ) as SentLine<Columns> // the keys of `columns`
}

type CodesOf<Columns extends ReportColumns> = {
  [Key in keyof Columns]: Columns[Key]['kind'] extends 'code' ? Key : never
}[keyof Columns]

/** Returns the same columns for a file; `words` has each code's name. */
export function fileColumns<Columns extends ReportColumns>(
  columns: Columns,
  locale: Locale,
  words: { [Key in CodesOf<Columns>]: (code: string | null) => string | null },
): FileColumn<KeptLine<Columns>>[] {
  const named: Readonly<Record<string, (code: string | null) => string | null>> = words
  return Object.entries(columns).map(([key, { kind, unsummed, file }]) => ({
    key,
    title: file[locale],
    kind: kind === 'code' || kind === 'person' || kind === 'name' ? 'text' : kind,
    ...(kind === 'person' || kind === 'name' ? { person: kind } : {}),
    ...(unsummed ? { unsummed } : {}),
    of: (line: Readonly<Record<string, AnyValue>>) => {
      const value = line[key] ?? null
      return kind === 'code' ? (named[key]?.(value === null ? null : String(value)) ?? null) : value
    },
  }))
}

/** Returns four digits of an IIN, enough to tell clients apart on a screen. */
export const maskedIin = (iin: string | null): string => (iin ? `•••• ${iin.slice(-4)}` : '')

/** «Қалиев Ұ.» of a whole name, surname first. */
const maskedName = (name: string | null): string => {
  const [surname = '', first = ''] = (name ?? '').split(' ')
  return [surname, first ? `${first.slice(0, 1)}.` : ''].filter(Boolean).join(' ')
}

/** How a screen and most files show a person. */
const masks = { person: maskedIin, name: maskedName }

/** Rows a spreadsheet is given at most; beyond that CSV. */
export const XLSX_ROWS = 100_000
export const mimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export type FileFormat = keyof typeof mimes

type Made<Row> = {
  name: FileName
  locale: Locale
  period: { from: Day; to: Day }
  /** The report's filters, by column; ids, never a person. */
  filters?: Record<string, string | undefined>
  /** Names of the filters' values, by filter. */
  words?: Record<string, Readonly<Record<string, string>>>
  columns: readonly FileColumn<Row>[]
  /** Keys of the requested columns, in their order; drops unknown ones. */
  only?: readonly string[]
  rows: Batches<Row>
  /** Title above the rows, if it differs from the report's name. */
  title?: string
  /** Rows are sales as they stand now, in every state: what their sums count. */
  standing?: keyof typeof standing
  /** How many rows there will be; asked where a spreadsheet might be too long. */
  count?: () => Promise<number>
}
type Bytes = {
  format: FileFormat
  now: Date
  /** Four digits of each IIN. */
  masked: boolean
  /** Called with the number of rows as they are written. */
  onRows?: (rows: number) => void
}
/** A report that can be written as a file, whatever its rows are. */
export type ReportFile = {
  name: FileName
  period: { from: Day; to: Day }
  narrowed: readonly (readonly [key: string, value: string])[]
  count: (() => Promise<number>) | undefined
  bytes: (how: Bytes) => AsyncGenerator<Buffer>
}

/** A report's columns and rows as something that can be written as a file. */
export function reportFile<Row>(made: Made<Row>): ReportFile {
  const { name, locale, period, filters = {}, words = {} } = made
  const narrowed = Object.entries(filters).flatMap(([key, value]) =>
    value ? [[key, value] as const] : [],
  )
  return {
    name,
    period,
    narrowed,
    count: made.count,
    bytes: ({ format, now, masked, onRows }) => {
      const chosen = (made.only ?? []).flatMap(
        (key) => made.columns.find((column) => column.key === key) ?? [],
      )
      const asked = chosen.length > 0 ? chosen : made.columns
      const columns = masked ? asked.map(maskedColumn) : asked
      const rows = counted(made.rows, onRows)
      if (format === 'csv') return csvFile({ columns, rows })
      const title = (key: string) => made.columns.find((column) => column.key === key)?.title ?? key
      return xlsxFile({
        columns,
        rows,
        title: made.title ?? fileTitles[name][locale],
        total: reportWords.total[locale],
        sums: reportWords.sums[locale],
        about: [
          `${reportWords.period[locale]}: ${numericPeriod(period.from, period.to)}`,
          `${reportWords.filters[locale]}: ${narrowed.map(([key, value]) => `${title(key)} = ${words[key]?.[value] ?? value}`).join(', ') || '–'}`,
          [
            `${reportWords.made[locale]}: ${numericMoment(now)}`,
            ...(made.standing ? [standing[made.standing][locale]] : []),
          ].join('. '),
        ],
      })
    },
  }
}

const maskedColumn = <Row>(column: FileColumn<Row>): FileColumn<Row> => {
  const mask = column.person && masks[column.person]
  return mask ? { ...column, of: (row) => mask(String(column.of(row) ?? '')) } : column
}

async function* counted<Row>(rows: Batches<Row>, onRows: Bytes['onRows']) {
  let all = 0
  for await (const batch of rows) {
    yield batch
    all += batch.length
    onRows?.(all)
  }
}

/** `qorgan-orders-2026-11-01-2026-11-30-….xlsx` */
export const nameOf = (
  { name, period: { from, to } }: Pick<ReportFile, 'name' | 'period'>,
  format: FileFormat,
  now: Date,
): string => `qorgan-${name}-${from}-${to}-${fileStamp(now)}.${format}`

/** Rows that are all there already. */
export async function* inOnePart<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
