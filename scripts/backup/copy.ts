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
