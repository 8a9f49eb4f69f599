import type { FoundColumns } from './columns.ts'
import type { ReadFile } from './line.ts'
import { readMovements } from './movements.ts'
import type { Table } from './table.ts'

/**
 * A register of a bank that takes cards (docs/law/formats.md 1d): fees beside the sums, titles in
 * two languages, times often of UTC.
 */
export const isAcquirer = ({ columns }: FoundColumns): boolean =>
  columns.credit === undefined &&
  columns.debit === undefined &&
  columns.amount !== undefined &&
  (columns.fee !== undefined || columns.net !== undefined)

export function readAcquirer(table: Table, { head, columns }: FoundColumns): ReadFile {
  const { lines, errors, twice } = readMovements(table, { head, columns, of: 'register' })
  return { format: 'acquirer', account: '', bank: '', lines, errors, twice, balances: null }
}
