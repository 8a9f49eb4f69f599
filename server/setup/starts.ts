import type { ProductName } from '#domain/products.ts'
import { homeStart } from '../home/start.ts'
import type { Start } from '../products/products.ts'

/**
 * First rows of the products. Apart from `sold.ts`: a new database is filled before there is a
 * server. OGPO's rows are those every product uses (`seed.ts`, `demo.ts`).
 */
const startOf: Readonly<Record<ProductName, Start | null>> = { ogpo: null, home: homeStart }

export const starts: readonly Start[] = Object.values(startOf).filter((one) => one !== null)
