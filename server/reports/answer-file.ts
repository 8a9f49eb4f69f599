import { type Day, numericMoment, numericPeriod } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { type ReportName, reportTitles, reportWords } from '#texts/reports.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Context } from '../http/context.ts'
import { FileAnswer } from '../http/file-answer.ts'
import { refuse } from '../http/refuse.ts'
import { type Batches, csvFile, type FileColumn, fileStamp, xlsxFile } from './table-file.ts'

/** Rows a spreadsheet is given at most; beyond that CSV. */
export const XLSX_ROWS = 100_000
const mimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export type Format = 'json' | 'xlsx' | 'csv'
type File<Row> = {
  name: ReportName
  format: Exclude<Format, 'json'>
  period: { from: Day; to: Day }
  /** What the report was narrowed to, by its columns; ids, never a person. */
  filters?: Record<string, string | undefined>
  /** What the values of filters are called, by the filter. */
  words?: Record<string, Readonly<Record<string, string>>>
  columns: readonly FileColumn<Row>[]
  rows: Batches<Row>
  /** How many rows there will be; asked only where a spreadsheet might be too long. */
  count?: () => Promise<number>
}

/**
 * A report as a file; its making is in the audit log, for it holds whole IINs. Refuses a
 * spreadsheet of too many rows (14080).
 */
export async function answerFile<Row>(
  context: Context,
  { name, format, period, filters = {}, words = {}, columns, rows, count }: File<Row>,
) {
  const { db, clock, locale, me } = context
  if (format === 'xlsx' && count && (await count()) > XLSX_ROWS) return refuse(locale, 14080)
  const account = await myAccount(db, me())
  const narrowed = Object.entries(filters).flatMap(([key, value]) =>
    value ? [[key, value] as const] : [],
  )
  await audit(db, clock.now(), {
    actor: `accountant:${account.id}`,
    action: 'report.exported',
    object: { kind: 'report', id: name },
    details: { format, from: period.from, to: period.to, ...Object.fromEntries(narrowed) },
  })
  const now = clock.now()
  const file = `qorgan-${name}-${period.from}-${period.to}-${fileStamp(now)}.${format}`
  if (format === 'csv') return new FileAnswer(file, mimes.csv, csvFile({ columns, rows }))
  return new FileAnswer(
    file,
    mimes.xlsx,
    xlsxFile({
      columns,
      rows,
      title: reportTitles[name][locale],
      total: reportWords.total[locale],
      about: aboutOf(
        locale,
        period,
        narrowed.map(([key, value]) => [
          columns.find((column) => column.key === key)?.title ?? key,
          words[key]?.[value] ?? value,
        ]),
        now,
      ),
    }),
  )
}

const aboutOf = (
  locale: Locale,
  period: { from: Day; to: Day },
  narrowed: [title: string, value: string][],
  now: Date,
) => [
  `${reportWords.period[locale]}: ${numericPeriod(period.from, period.to)}`,
  `${reportWords.filters[locale]}: ${narrowed.map(([title, value]) => `${title} = ${value}`).join(', ') || '–'}`,
  `${reportWords.made[locale]}: ${numericMoment(now)}`,
]

/** Rows that are all there already. */
export async function* inOnePart<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
