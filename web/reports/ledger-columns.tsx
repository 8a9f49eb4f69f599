import type { ReactNode } from 'react'
import type { Locale } from '#domain/locale.ts'
import type { ReportColumn, ReportColumns } from '#texts/report-columns.ts'
import { Below } from '../ui/below.tsx'
import type { DenseColumn } from '../ui/dense-column.ts'
import { type Place, QueryLink } from '../ui/query-link.tsx'
import { cellOf, type Value, type Word } from './report-cell.ts'

/** The keys of columns that a screen has. */
export type ShownOf<Columns extends ReportColumns> = {
  [Key in keyof Columns]: Columns[Key] extends { screen: unknown } ? Key : never
}[keyof Columns] &
  string

/** Layout of a report's columns on a screen. */
export type ColumnsLook<Columns extends ReportColumns, Line> = {
  columns: Columns
  /** Order of columns on the screen, if it differs from the file. */
  order?: readonly ShownOf<Columns>[]
  /** Width below which a column is hidden. */
  from?: Partial<Record<ShownOf<Columns>, 600 | 900 | 1200>>
  /** Takes the rest of the width. */
  grows: ShownOf<Columns>
  /** Words for codes, by column. */
  named?: Partial<Record<ShownOf<Columns>, Word>>
  /** Text of a cell without a value: the action it needs. */
  lacking?: Partial<Record<ShownOf<Columns>, string>>
  /** Link of a cell, as changes of the address; the first column opens the row. */
  opens?: Partial<Record<ShownOf<Columns>, (row: Line) => Place | null>>
  /** Second line of the first column while the sheet is narrower than `until`. */
  below?: { until: 600 | 900 | 1200; wide?: boolean; of: (row: Line) => ReactNode }
  /** Columns the server sorts by, with the order of the first press and of the second. */
  sorts?: Partial<Record<ShownOf<Columns>, DenseColumn<Line>['sort']>>
}

const names: readonly string[] = ['holder', 'promoter', 'insurer']
/** Returns whether the column has personal names, of any length. */
export const isName = (key: string): boolean => names.includes(key)

/** The columns of a table of work from those of a report (texts/report-columns.ts). */
export function ledgerColumns<
  Columns extends ReportColumns,
  Line extends Readonly<Record<ShownOf<Columns>, Value>>,
>(look: ColumnsLook<Columns, Line>, locale: Locale): DenseColumn<Line>[] {
  const { columns, order, from, grows, named, lacking, opens, below, sorts } = look
  const all: ReportColumns = columns
  const keys = order ?? (Object.keys(all) as ShownOf<Columns>[]) // the keys of `columns`
  return keys.flatMap((key, at): DenseColumn<Line>[] => {
    const column: ReportColumn | undefined = all[key]
    if (!column?.screen) return []
    return [
      {
        key,
        title: column.screen[locale],
        number: ['money', 'tiyn', 'count'].includes(column.kind),
        grows: key === grows,
        name: isName(key),
        wraps: key === 'movement',
        from: from?.[key],
        sort: sorts?.[key],
        cell: (row) => {
          const shown =
            (row[key] === null && lacking?.[key]) || cellOf(column, row[key], named?.[key])
          const to = opens?.[key]?.(row)
          const cell = to ? (
            <QueryLink to={to} row={at === 0}>
              {shown}
            </QueryLink>
          ) : (
            shown
          )
          return at === 0 && below ? (
            <>
              {cell}
              <Below until={below.until} wide={below.wide}>
                {below.of(row)}
              </Below>
            </>
          ) : (
            cell
          )
        },
      },
    ]
  })
}
