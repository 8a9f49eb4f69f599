import { lostOrders, type Sale, type Size, saleOf } from '../sale.ts'

export type Cell = string | number | boolean | null
export type Filling = {
  table: string
  columns: string
  /** How many numbers it is asked for. */
  count: (size: Size) => number
  rows: (
    size: Size,
    n: number,
    given: { insurerIds: readonly number[]; tables: string },
  ) => Cell[][]
}

export const ordersOf = (size: Size) => size.policies + lostOrders(size)
export const later = (at: Date, seconds: number) =>
  new Date(at.getTime() + seconds * 1_000).toISOString()
export const attemptOf = (sale: Sale) => `${sale.id}-1`
export const refundOf = (sale: Sale) => `R-${attemptOf(sale)}-not_issued`
export const paid = (sale: Sale) => sale.state !== 'expired'
export const systemOf = (sale: Sale) => (sale.card ? 'card' : 'mobile_bank')
export const bySale = (
  table: string,
  columns: string,
  row: (sale: Sale, size: Size) => Cell[][],
): Filling => ({
  table,
  columns,
  count: ordersOf,
  rows: (size, n) => row(saleOf(size, n), size),
})
export const issuedOnly = (
  table: string,
  columns: string,
  row: (sale: Sale, size: Size) => Cell[][],
): Filling => ({
  table,
  columns,
  count: ({ policies }) => policies,
  rows: (size, n) => row(saleOf(size, n), size),
})
