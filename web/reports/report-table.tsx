import type { ReactNode } from 'react'
import { numericDay } from '#domain/calendar.ts'
import type { ReportColumn, ReportColumns } from '#texts/report-columns.ts'
import { money, useLocale } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { Table } from '../ui/table.tsx'

type Value = string | number | null
type Shown<Columns extends ReportColumns> = {
  [Key in keyof Columns]: Columns[Key] extends { screen: unknown } ? Key : never
}[keyof Columns] &
  string
type Props<Columns extends ReportColumns> = {
  caption: string
  columns: Columns
  /** Those of the screen, where they stand in another order than in the file. */
  order?: readonly Shown<Columns>[]
  rows: readonly ({ id: string } & Readonly<Record<Shown<Columns>, Value>>)[]
  /** What the codes are called, by the column. */
  words: Readonly<Partial<Record<Shown<Columns>, (code: string) => string>>>
}

/** The lines of a report by its columns (texts/report-columns.ts). */
export function ReportTable<Columns extends ReportColumns>({
  caption,
  columns,
  order,
  rows,
  words,
}: Props<Columns>) {
  const locale = useLocale()
  const all: ReportColumns = columns
  const named: Readonly<Partial<Record<string, (code: string) => string>>> = words
  const shown = (order ?? Object.keys(all)).flatMap((key) => {
    const column = all[key]
    return column?.screen ? [{ key, column, title: column.screen[locale] }] : []
  })
  const cellsOf = (row: Readonly<Record<string, Value>>): Record<string, ReactNode> =>
    Object.fromEntries(
      shown.map(({ key, column }) => [key, cellOf(column, row[key] ?? null, named[key])]),
    )
  return (
    <Table
      caption={caption}
      columns={shown.map(({ key, column: { kind }, title }) => ({
        key,
        title,
        number: kind === 'money' || kind === 'count',
        whole: kind === 'person',
      }))}
      rows={rows.map((row) => ({ key: row.id, cells: cellsOf(row) }))}
    />
  )
}

function cellOf(
  { kind, seldom }: ReportColumn,
  value: Value,
  word?: (code: string) => string,
): ReactNode {
  if (value === null || value === '' || (seldom && !value)) return '–'
  if (kind === 'money') return money(Number(value))
  if (kind === 'instant') return almatyTime(String(value))
  if (kind === 'day') return numericDay(String(value))
  return kind === 'code' && word ? word(String(value)) : value
}
