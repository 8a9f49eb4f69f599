import type { ReactNode } from 'react'
import type { ReportColumn, ReportColumns } from '#texts/report-columns.ts'
import { useLocale } from '../texts.ts'
import { Table } from '../ui/table.tsx'
import { cellOf, type Value, type Word } from './report-cell.ts'

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
  /** What stands for a code, by the column. */
  words?: Readonly<Partial<Record<Shown<Columns>, Word>>>
  /** The name of a last line with the sums. */
  totals?: string
}

/** The lines of a report by its columns (texts/report-columns.ts). */
export function ReportTable<Columns extends ReportColumns>({
  caption,
  columns,
  order,
  rows,
  words,
  totals,
}: Props<Columns>) {
  const locale = useLocale()
  const all: ReportColumns = columns
  const named: Readonly<Partial<Record<string, Word>>> = words ?? {}
  const shown = (order ?? Object.keys(all)).flatMap((key) => {
    const column = all[key]
    return column?.screen ? [{ key, column, title: column.screen[locale] }] : []
  })
  const cellsOf = (row: Readonly<Record<string, Value>>): Record<string, ReactNode> =>
    Object.fromEntries(
      shown.map(({ key, column }) => [key, cellOf(column, row[key] ?? null, named[key])]),
    )
  const isNumber = ({ kind }: ReportColumn) => kind === 'money' || kind === 'count'
  const sumOf = (key: string) =>
    rows.reduce((sum, row: Readonly<Record<string, Value>>) => sum + Number(row[key] ?? 0), 0)
  const lastCells = (name: string): Record<string, ReactNode> =>
    Object.fromEntries(
      shown.map(({ key, column }, at) => [
        key,
        at === 0 ? name : isNumber(column) ? cellOf(column, sumOf(key)) : null,
      ]),
    )
  return (
    <Table
      caption={caption}
      columns={shown.map(({ key, column, title }) => ({
        key,
        title,
        number: isNumber(column),
        whole: column.kind === 'person',
      }))}
      rows={[
        ...rows.map((row) => ({ key: row.id, cells: cellsOf(row) })),
        ...(totals ? [{ key: 'total', strong: true, cells: lastCells(totals) }] : []),
      ]}
    />
  )
}
