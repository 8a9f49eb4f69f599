import type { ProductName } from '#domain/products.ts'
import { home } from './home/product.ts'
import { homeReads } from './home/reads.ts'
import { ogpo } from './ogpo/product.ts'
import { ogpoReads } from './ogpo/reads.ts'
import type { Sold } from './products/products.ts'

/** What is sold, the oldest first: another product is another line. */
export const everythingSold: Readonly<Record<ProductName, Sold>> = {
  ogpo: { product: ogpo, reads: ogpoReads },
  home: { product: home, reads: homeReads },
}
