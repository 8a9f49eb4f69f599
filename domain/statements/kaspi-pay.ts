import type { FoundColumns } from './columns.ts'
import { plain } from './columns.ts'
import type { ReadFile } from './line.ts'
import { readMovements } from './movements.ts'
import type { Table } from './table.ts'

/**
 * Returns whether this is the register of sales of Kaspi Pay (docs/law/formats.md 1c), as XLSX or
 * saved as CSV: columns by name, rows that a number opens, fees in several columns.
 */
export const isKaspiPay = ({ head }: FoundColumns): boolean => {
  const titles = head.titles.map(plain)
  return (
    titles.some((title) => /kaspi|дата учета операции/.test(title)) &&
    titles.some((title) => /к зачислению/.test(title) || /номер заказа/.test(title)) &&
    titles.includes('#')
  )
}

export function readKaspiPay(table: Table, found: FoundColumns): ReadFile {
  // The number of an order is the bank's here, not ours.
  const { order_id: orderId, ...others } = found.columns
  const columns = { ...others, payment_id: others.payment_id ?? orderId ?? [] }
  const { lines, errors, twice } = readMovements(table, {
    head: found.head,
    columns,
    of: 'register',
    numbered: true,
  })
  return {
    format: 'kaspi_pay',
    account: '',
    bank: 'Kaspi Bank',
    lines,
    errors,
    twice,
    balances: null,
  }
}
