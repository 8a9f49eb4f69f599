import type { Server } from '../app.ts'
import type { Db } from '../db/connect.ts'
import { homeStart } from '../home/start.ts'

/** What a product brings to a new database, and to the demonstration beside the sandbox. */
export type Start = {
  /** Its first rows, never over what is there. */
  seed(db: Db): Promise<void>
  /** Whether the demonstration client has it already. */
  demoKnown(db: Db, accountId: string): Promise<boolean>
  /** The demonstration client buys it, through the server's own door. */
  demo(server: Server, token: string): Promise<void>
}

/**
 * The products that came after OGPO. Apart from `products.ts`: a new database is filled before
 * there is a server.
 */
export const starts: readonly Start[] = [homeStart]
