import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import {
  isPaper,
  type PhotographFault,
  photographOf,
  type Shows,
} from '#domain/claim-way/photographs.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import type { Point } from '#domain/geo.ts'
import type { Files } from '#systems/files/client.ts'
import { fileName, type Problem, type Stored } from '../files/upload.ts'

/** The camera's own notes may stand before the picture: thumbnails, colours, depth. */
const HEAD_BYTES = 262_144
/** Where the last words of a PNG and a PDF are looked for. */
const TAIL_BYTES = 4_096

/** `takenAt`: where the camera stood by its own notes. */
export type Kept = Stored & { takenAt: Point | null }
export type StoredPhotograph = Kept | Problem | PhotographFault

type Kind = { mime: string; from: number; takenAt: Point | null }

/** What the first bytes are: a photograph, of a paper also a PDF; or what is wrong. */
function kindOf(head: Buffer, shows: Shows): Kind | PhotographFault {
  if (isPaper(shows) && head.subarray(0, 1_024).includes('%PDF-'))
    return { mime: 'application/pdf', from: 0, takenAt: null }
  return photographOf(head)
}

/**
 * Stores one photograph as its bytes come and answers when they are durable. One that has no end,
 * because the phone or the line broke off, is not kept. Memory holds the head and a chunk.
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
 * Whether a file's own end came: the marker of a JPEG behind its picture's beginning (its notes
 * hold a small picture with an end of its own), the last words of a PNG or a PDF.
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
