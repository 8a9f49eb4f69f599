import type { Sql } from '../db/connect.ts'
import type { Product, Sale } from './product.ts'
import type { Accounting } from './product-accounting.ts'
import type { Reads } from './product-reads.ts'

/** A product: how it takes part in contracts and payments, and what it tells the common readers. */
export type Sold = { product: Product; reads: Reads }

/** By the name their contracts carry in the database, the oldest first. */
let sold: Readonly<Record<string, Sold>> = {}
/** Set once at start, by whoever assembles the server (`server/sold.ts`). */
export const sell = (all: Readonly<Record<string, Sold>>): void => {
  sold = all
}

const products = (): Product[] => Object.values(sold).map(({ product }) => product)

/** What every product tells the common readers. */
export const reads = (): Reads[] => Object.values(sold).map((one) => one.reads)
/** The same with the products' names. */
export const namedReads = (): [name: string, reads: Reads][] =>
  Object.entries(sold).map(([name, one]) => [name, one.reads])

/** Throws for a name nobody sells: a row of a newer release. */
export function productOf(name: string): Product {
  const product = sold[name]?.product
  if (!product) throw new Error(`there is no product ${name}`)
  return product
}

/** What every product tells the accountant. */
export const allAccounting = (): Accounting[] => reads().map(({ accounting }) => accounting)

/** Throws for a name nobody sells. */
export function readsOf(name: string): Reads {
  const of = sold[name]?.reads
  if (!of) throw new Error(`there is no product ${name}`)
  return of
}

/** The scripts the acquirer signs its notices for. */
export const scripts = (): string[] => [...new Set(products().map(({ script }) => script))]

/** The sale of an id with its product; undefined when there is none. */
export async function saleOf(
  sql: Sql,
  id: string,
): Promise<{ product: Product; sale: Sale } | undefined> {
  for (const product of products()) {
    const sale = await product.sale(sql, id)
    if (sale) return { product, sale }
  }
  return undefined
}
