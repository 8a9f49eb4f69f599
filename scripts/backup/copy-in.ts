import type pg from 'pg'
import { COPY_DATA, COPY_DONE } from './copy.ts'

/** Feeds `copy … from stdin`; done when the server has taken everything. */
export function copyIn(
  client: pg.ClientBase,
  statement: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed: Error | null = null
    const feed = async (to: pg.Connection['stream']) => {
      for await (const chunk of bytes) {
        if (failed) return
        const head = Buffer.alloc(5)
        head.writeUInt8(COPY_DATA, 0)
        head.writeUInt32BE(chunk.length + 4, 1)
        to.write(head)
        if (!to.write(chunk)) await new Promise((ready) => to.once('drain', ready))
      }
      to.write(COPY_DONE)
    }
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: (connection: pg.Connection) => {
        feed(connection.stream).catch((cause: unknown) => {
          failed = cause instanceof Error ? cause : new Error(String(cause))
          // Half a table is worse than none: the connection goes, and the transaction with it.
          connection.stream.destroy(failed)
          reject(failed)
        })
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => (failed ? reject(failed) : resolve()),
      handleError: (cause: Error) => {
        failed = cause
        reject(cause)
      },
    })
  })
}
