import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/connect.ts'
import type { Deps } from '../deps.ts'

/** What a product brings to a new database, and to the demonstration beside the sandbox. */
export type Start = {
  /** Its first rows, never over what is there. */
  seed(db: Db): Promise<void>
  /** Whether the demonstration client has it already. */
  demoKnown(db: Db, accountId: string): Promise<boolean>
  /** The demonstration client buys it, through the server's own door. */
  demo(server: { app: FastifyInstance; deps: Deps }, token: string): Promise<void>
}
