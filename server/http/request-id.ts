import { randomUUID } from 'node:crypto'

/** What a request is called by in its answer, the log and the traces. */
export const newRequestId = () => randomUUID()
