import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { MultipartFile } from '@fastify/multipart'
import {
  isPaper,
  type PhotographFault,
  photographOf,
  type Shows,
} from '#domain/claim-way/photographs.ts'
import { notDecoded, type Print, printOf, printSide } from '#domain/claims/likeness.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import type { Point } from '#domain/geo.ts'
import type { Files } from '#systems/files/client.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { fileName, type Problem, type Stored } from '../files/upload.ts'
import { photographPrintJob } from '../jobs/definitions.ts'
import { jobLimits } from '../settings/time-limits.ts'

/** The camera's metadata may precede the picture: thumbnails, colours, depth. */
const HEAD_BYTES = 262_144
/** Bytes searched for the end of a PNG and a PDF. */
const TAIL_BYTES = 4_096

/** `takenAt`: the camera's position by the photograph's metadata. */
export type Kept = Stored & { takenAt: Point | null }
export type StoredPhotograph = Kept | Problem | PhotographFault

type Kind = { mime: string; from: number; takenAt: Point | null }

/** Detects a photograph, for a paper also a PDF, by the first bytes; else returns the fault. */
function kindOf(head: Buffer, shows: Shows): Kind | PhotographFault {
  if (isPaper(shows) && head.subarray(0, 1_024).includes('%PDF-'))
    return { mime: 'application/pdf', from: 0, takenAt: null }
  return photographOf(head)
}

/**
 * Stores one photograph while its bytes arrive and answers when they are durable. Discards one
 * without an end, because the phone or the line broke off. Memory holds the head and a chunk.
 */
export async function storePhotograph(
  files: Files,
  part: MultipartFile,
  of: { id: string; key: string; shows: Shows },
): Promise<StoredPhotograph> {
  const chunks: AsyncIterator<Buffer> = part.file[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let known = 0
  let ended = false
  while (known < HEAD_BYTES && !ended) {
    const next = await chunks.next()
    if (next.done) ended = true
    else {
      first.push(next.value)
      known += next.value.length
    }
  }
  const kind = kindOf(Buffer.concat(first), of.shows)
  if (typeof kind === 'string' || known === 0) {
    part.file.resume()
    return known === 0 ? 'file_empty' : (kind as PhotographFault)
  }
  const hash = createHash('sha256')
  const end = endOf(kind)
  let size = 0
  const seen = (chunk: Buffer) => {
    size += chunk.length
    hash.update(chunk)
    end.see(chunk)
    return chunk
  }
  async function* bytes() {
    for (const chunk of first) yield seen(chunk)
    if (ended) return
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      yield seen(next.value)
  }
  await files.put(of.key, bytes())
  const large = part.file.truncated || size > claimFileMaxBytes
  if (large || !end.came()) {
    await files.remove(of.key)
    return large ? 'file_too_large' : 'photo_unreadable'
  }
  return {
    id: of.id,
    key: of.key,
    slot: of.shows,
    name: fileName(part.filename, kind.mime),
    mime: kind.mime,
    size,
    sha256: hash.digest(),
    takenAt: kind.takenAt,
  }
}

/**
 * Detects a file's own end: the marker of a JPEG after its picture's beginning (its metadata
 * contain a small picture with its own end), the last bytes of a PNG or a PDF.
 */
function endOf({ mime, from }: Kind): { see(chunk: Buffer): void; came(): boolean } {
  let tail = Buffer.alloc(0)
  let at = 0
  let marked = false
  return {
    see: (chunk) => {
      if (mime === 'image/jpeg' && !marked) {
        const here = Buffer.concat([tail.subarray(-1), chunk])
        const begins = at - Math.min(tail.length, 1)
        marked = here.indexOf(Buffer.from([0xff, 0xd9]), Math.max(0, from - begins)) >= 0
      }
      at += chunk.length
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES)
    },
    came: () => {
      if (mime === 'image/jpeg') return marked
      return tail.includes(mime === 'image/png' ? 'IEND' : '%%EOF')
    },
  }
}

const decoder = fileURLToPath(new URL('points-of.ts', import.meta.url))
const HEX = printSide * printSide * 2

type Decoded = { points: Uint8Array; small: Buffer }
/** Parses the decoder's output, `points` and `small`; null if it is anything else. */
function decodedOf(said: string): Decoded | null {
  const [hex = '', small = ''] = said.split('\n')
  if (hex.length !== HEX || small === '') return null
  return { points: new Uint8Array(Buffer.from(hex, 'hex')), small: Buffer.from(small, 'base64') }
}

/**
 * Returns a photograph's points of brightness and a small copy, from a process that gets the
 * picture, no setting and no secret, and half a minute; null if the picture is too much for it.
 * Throws if the process itself failed: that says nothing about the picture.
 */
function decoded(picture: Buffer): Promise<Decoded | null> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=96', decoder],
      {
        env: { NODE_ENV: 'production' },
        timeout: jobLimits.photographMs,
        killSignal: 'SIGKILL',
        maxBuffer: 65_536,
      },
      (error, stdout) => {
        if (error && error.code !== notDecoded && !error.signal) reject(error)
        else resolve(error ? null : decodedOf(stdout))
      },
    )
    // A decoder that died does not read on.
    child.stdin?.on('error', () => {})
    child.stdin?.end(picture)
  })
}

/** Types of pictures with a print. */
export const printed = ['image/jpeg', 'image/png'] as const
type File = { kind: string; slot: string; mime: string }
/** Photographs of what happened; papers look alike by being papers. */
export const hasPrint = ({ kind, slot, mime }: File): boolean =>
  printed.some((one) => one === mime) && (kind === 'photo' || slot === 'damage_document')

/** Enqueues the print of a photograph in the transaction that found it clean. */
export const askPrint = (tx: Tx, { queue }: Pick<Deps, 'queue'>, fileId: string): Promise<void> =>
  queue.enqueue(tx, photographPrintJob, { fileId })

/**
 * Job: makes the print of a clean photograph, and a small copy for the desk's list. A plain, broken
 * or too large one gets an empty print and no further try. May run twice; remakes an older print
 * without points.
 */
export async function makePrint(deps: Deps, fileId: string): Promise<void> {
  const { db, systems, clock, log } = deps
  const file = await db
    .selectFrom('files')
    .select(['kind', 'slot', 'mime', 'storage_key'])
    .where('id', '=', fileId)
    .where('scan', '=', 'clean')
    .where('size', '>', 0)
    .executeTakeFirst()
  if (!file || !hasPrint(file)) return
  const found = await decoded(await buffer(await systems.files.read(file.storage_key)))
  if (!found) log.warn({ file: fileId }, 'a photograph has no print')
  const print = found && printOf(found.points)
  // The points stay: of a photograph that was turned other prints are made of them.
  const made = {
    ...columnsOf(print),
    points: print ? Buffer.from(found.points) : null,
    small: found?.small ?? null,
    made_at: clock.now(),
  }
  await db
    .insertInto('photograph_prints')
    .values({ file_id: fileId, ...made })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet(made))
    .execute()
}

/** The database's numbers of 64 bits have a sign. */
export const signed = (number: bigint): string => BigInt.asIntN(64, number).toString()
const columnsOf = (print: Print | null) =>
  print
    ? { across: signed(print.across), down: signed(print.down), bands: print.bands }
    : { across: null, down: null, bands: [] }
