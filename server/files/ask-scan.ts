import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { fileScanJob } from '../jobs/definitions.ts'

/**
 * Enqueues the scan of a file, in the transaction that attaches it; until it is clean nobody can
 * open it, not even its owner. The upload does not wait for it: a client with a bad signal gets the
 * claim's number even while the scanner is down.
 */
export const askScan = (tx: Tx, { queue }: Pick<Deps, 'queue'>, fileId: string): Promise<void> =>
  queue.enqueue(tx, fileScanJob, { fileId })
