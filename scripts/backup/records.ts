import { z } from 'zod'
import { BadBackup } from './sealed.ts'

/** What a backup says of itself before anything else. */
export const Head = z.object({
  kind: z.literal('head'),
  takenAt: z.string(),
  migrations: z.array(z.string()),
  /** pg-boss's own schema; its tables are in the backup like ours. */
  queueVersion: z.number(),
})
const Table = z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) })
const File = z.object({ kind: z.literal('file'), key: z.string() })
/**
 * What the data were when they were read: of each table its rows and a sum over all of them that
 * one changed letter changes.
 */
export const Proof = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  /** Whole tenge of the ledger, by kind. */
  ledger: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), z.string()),
})
export type Proof = z.infer<typeof Proof>
const End = z.object({ kind: z.literal('end'), proof: Proof, files: z.number() })
const Note = z.discriminatedUnion('kind', [Head, Table, File, End])
export type Note = z.infer<typeof Note>

/**
 * A backup is notes and, after a note of a table or a file, its bytes: `[0|1][length, 4
 * bytes][content]`.
 */
const NOTE = 0
const BYTES = 1
const HEAD_BYTES = 5

function part(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(type, 0)
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}
export const noteOf = (note: Note): Buffer => part(NOTE, Buffer.from(JSON.stringify(note)))
export const bytesOf = (content: Buffer): Buffer => part(BYTES, content)

/** Reads a backup's parts in their order. */
export async function* partsOf(plain: AsyncIterable<Buffer>): AsyncGenerator<Note | Buffer, void> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of plain) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    let at = 0
    while (held.length - at >= HEAD_BYTES) {
      const end = at + HEAD_BYTES + held.readUInt32BE(at + 1)
      if (held.length < end) break
      const content = held.subarray(at + HEAD_BYTES, end)
      yield held.readUInt8(at) === BYTES ? content : Note.parse(JSON.parse(content.toString()))
      at = end
    }
    held = held.subarray(at)
  }
  if (held.length > 0) throw new BadBackup('the backup ends in the middle of a part')
}
