import { homeStart } from '../home/start.ts'
import type { Start } from '../products/start.ts'

/**
 * The products that came after OGPO. Apart from `products.ts`: a new database is filled before
 * there is a server.
 */
export const starts: readonly Start[] = [homeStart]
