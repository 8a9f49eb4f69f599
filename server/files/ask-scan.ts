import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { fileScanJob } from '../jobs/definitions.ts'

/**
 * Asks for the scan of a file that joins what it belongs to in the caller's transaction; until it is
 * clean nobody opens it, not even its owner. It is no part of the upload: a client with a bad signal
 * gets the claim's number even while the scanner is down.
 */
export const askScan = (tx: Tx, { queue }: Pick<Deps, 'queue'>, fileId: string): Promise<void> =>
  queue.enqueue(tx, fileScanJob, { fileId })
