import type { ReactNode } from 'react'
import type { ReportColumn, ReportColumns } from '#texts/report-columns.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { useLocale, useTexts } from '../texts.ts'
import type { DenseColumn } from '../ui/dense-column.ts'
import { Ledger } from './ledger.tsx'
import { cellOf, type Value, type Word } from './report-cell.ts'
import words from './report-texts.ts'

/** The keys of columns that a screen has. */
export type ShownOf<Columns extends ReportColumns> = {
  [Key in keyof Columns]: Columns[Key] extends { screen: unknown } ? Key : never
}[keyof Columns] &
  string
type Row = { readonly id: string }
type Part<Line, Totals> = { data: Line[]; next: string | null; totals?: Totals | null }
type Props<Columns extends ReportColumns, Line extends Row, Totals> = {
  caption: string
  columns: Columns
  /** Those of the screen, where they stand in another order than in the file. */
  order?: readonly ShownOf<Columns>[]
  /** What gives way first on a narrow sheet. */
  from?: Partial<Record<ShownOf<Columns>, 600 | 900 | 1200>>
  /** Takes what is left of the width. */
  grows: ShownOf<Columns>
  /** What stands for a code, by the column. */
  named?: Partial<Record<ShownOf<Columns>, Word>>
  /** Columns the server sorts by: what the first press asks for, and the second. */
  sorts?: Partial<Record<ShownOf<Columns>, DenseColumn<Line>['sort']>>
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<Part<Line, Totals>>
  /** What the first page says about them all, under its columns. */
  foot?: (totals: Totals) => Readonly<Partial<Record<string, ReactNode>>>
  /** What the foot of the frame says beside how many rows are shown. */
  said?: (totals: Totals) => readonly string[]
  empty?: { title: string; text: string }
}

/**
 * A report as a ledger by its columns (texts/report-columns.ts), a page at a time. Give it a key of
 * what is asked.
 */
export function ReportLedger<
  Columns extends ReportColumns,
  Line extends Row & Readonly<Record<ShownOf<Columns>, Value>>,
  Totals = never,
>({
  caption,
  columns,
  order,
  from,
  grows,
  named,
  sorts,
  said,
  ...rest
}: Props<Columns, Line, Totals>) {
  const locale = useLocale()
  const all: ReportColumns = columns
  const keys = order ?? (Object.keys(all) as ShownOf<Columns>[]) // the keys of `columns`
  return (
    <Ledger<Line, Totals>
      caption={caption}
      columns={keys.flatMap((key): DenseColumn<Line>[] => {
        const column: ReportColumn | undefined = all[key]
        if (!column?.screen) return []
        return [
          {
            key,
            title: column.screen[locale],
            number: column.kind === 'money' || column.kind === 'count',
            grows: key === grows,
            from: from?.[key],
            sort: sorts?.[key],
            cell: (row) => cellOf(column, row[key], named?.[key]),
          },
        ]
      })}
      summed={(shown, totals) => (
        <Sum shown={shown} more={totals === null ? [] : (said?.(totals) ?? [])} />
      )}
      {...rest}
    />
  )
}

function Sum({ shown, more }: { shown: number; more: readonly string[] }) {
  useFootSum([useTexts(words).shown(shown), ...more].join(' · '))
  return null
}
