import type { Sql } from '../db/connect.ts'
import { home } from '../home/product.ts'
import { homeReads } from '../home/reads.ts'
import { ogpo } from '../ogpo/product.ts'
import { ogpoReads } from '../ogpo/reads.ts'
import type { Product, Sale } from './product.ts'
import type { Books } from './product-books.ts'
import type { Reads } from './product-reads.ts'

/**
 * The products, by the name their contracts carry in the database, the oldest first. Both halves
 * are looked at when they are asked for: the products use what uses them.
 */
const products = (): Record<string, Product> => ({ ogpo, home })
const readsByName = (): Record<string, Reads> => ({ ogpo: ogpoReads, home: homeReads })

/** What every product tells the common readers. */
export const reads = (): Reads[] => Object.values(readsByName())
/** The same with the products' names. */
export const namedReads = (): [name: string, reads: Reads][] => Object.entries(readsByName())

/** Throws for a name nobody sells: a row of a newer release. */
export function productOf(name: string): Product {
  const product = products()[name]
  if (!product) throw new Error(`there is no product ${name}`)
  return product
}

/** What every product tells the accountant. */
export const allBooks = (): Books[] => reads().map(({ books }) => books)

/** Throws for a name nobody sells. */
export function readsOf(name: string): Reads {
  const of = readsByName()[name]
  if (!of) throw new Error(`there is no product ${name}`)
  return of
}

/** The scripts the acquirer signs its notices for. */
export const scripts = (): string[] => [
  ...new Set(Object.values(products()).map(({ script }) => script)),
]

/** The sale of an id with its product; undefined when there is none. */
export async function saleOf(
  sql: Sql,
  id: string,
): Promise<{ product: Product; sale: Sale } | undefined> {
  for (const product of Object.values(products())) {
    const sale = await product.sale(sql, id)
    if (sale) return { product, sale }
  }
  return undefined
}
