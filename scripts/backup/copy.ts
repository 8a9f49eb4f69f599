import { Readable } from 'node:stream'
import type pg from 'pg'

/**
 * COPY over the driver's own connection: the two halves of the protocol that `pg` leaves to others.
 */
export const COPY_DATA = 0x64
export const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])

type Incoming = { chunk: Buffer }

/** The bytes of `copy … to stdout`, as fast as they are read. */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let line: pg.Connection['stream'] | null = null
  let over = false
  const rows = new Readable({
    read: () => void line?.resume(),
    destroy: (cause, done) => {
      // Nobody wants the rest: the line is cut, for the server would send all of it.
      if (!over) line?.destroy()
      done(cause)
    },
  })
  client.query({
    submit: (connection: pg.Connection) => {
      line = connection.stream
      connection.query(statement)
    },
    handleCopyData: ({ chunk }: Incoming, connection: pg.Connection) => {
      // The driver writes its next message over this one.
      if (!rows.push(Buffer.from(chunk))) connection.stream.pause()
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => {
      over = true
      rows.push(null)
    },
    handleError: (cause: Error) => {
      over = true
      rows.destroy(cause)
    },
  })
  return rows
}

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
