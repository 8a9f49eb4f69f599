import type { ReactNode } from 'react'
import type { ReportColumns } from '#texts/report-columns.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Ledger, type Rows } from './ledger.tsx'
import { type ColumnsLook, ledgerColumns, type ShownOf } from './ledger-columns.tsx'
import type { Value } from './report-cell.ts'
import words from './texts.ts'

type Row = { readonly id: string }
type Props<Columns extends ReportColumns, Line extends Row, Totals> = ColumnsLook<Columns, Line> & {
  caption: string
  rows: Rows<Line, Totals>
  /** Totals of the first page, under its columns. */
  foot?: (totals: Totals) => Readonly<Partial<Record<string, ReactNode>>>
  /** Number of all rows, if any page can be opened. */
  counted?: (totals: Totals) => number
  /** Text in the footer of the frame beside the number of rows. */
  said?: (totals: Totals) => readonly string[]
  empty?: { title: string; text: string }
}

/**
 * A report as a ledger by its columns (texts/report-columns.ts), a page at a time. Key it by its
 * query.
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
  lacking,
  opens,
  below,
  sorts,
  said,
  ...rest
}: Props<Columns, Line, Totals>) {
  const locale = useLocale()
  return (
    <Ledger<Line, Totals>
      caption={caption}
      columns={ledgerColumns(
        { columns, order, from, grows, named, lacking, opens, below, sorts },
        locale,
      )}
      summed={(shown, totals) => (
        <ReportSum shown={shown} more={totals === null ? [] : (said?.(totals) ?? [])} />
      )}
      {...rest}
    />
  )
}

/** Number of rows in sight, and the text beside it, in the footer of the frame. */
export function ReportSum({ shown, more }: { shown: number; more: readonly string[] }) {
  useFootSum([useTexts(words).shown(shown), ...more].join(' · '))
  return null
}
