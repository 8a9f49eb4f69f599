import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { addPhotograph } from '#contract/claim-draft.ts'
import type { ClaimAnswers } from '#domain/claim-way/answers.ts'
import type { Shows } from '#domain/claim-way/photographs.ts'

/** Notes of a camera as Exif writes them: how it was held, and where it stood, in whole minutes. */
function exif(orientation: number, place?: { latitude: number; longitude: number }): Buffer {
  const entries = place ? 2 : 1
  const gps = 8 + 2 + entries * 12 + 4
  const tiff = Buffer.alloc(place ? gps + 2 + 4 * 12 + 4 + 48 : gps)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(entries, 8)
  const entry = (at: number, of: { tag: number; type: number; count: number }) => {
    tiff.writeUInt16BE(of.tag, at)
    tiff.writeUInt16BE(of.type, at + 2)
    tiff.writeUInt32BE(of.count, at + 4)
    return at + 8
  }
  tiff.writeUInt16BE(orientation, entry(10, { tag: 0x0112, type: 3, count: 1 }))
  if (place) {
    tiff.writeUInt32BE(gps, entry(22, { tag: 0x8825, type: 4, count: 1 }))
    tiff.writeUInt16BE(4, gps)
    const values = gps + 2 + 4 * 12 + 4
    for (const [index, degrees] of [place.latitude, place.longitude].entries()) {
      const sides = index === 0 ? 'NS' : 'EW'
      const side = entry(gps + 2 + index * 24, { tag: 1 + index * 2, type: 2, count: 2 })
      tiff.write(sides[degrees < 0 ? 1 : 0] ?? '', side)
      const from = values + index * 24
      tiff.writeUInt32BE(
        from,
        entry(gps + 14 + index * 24, { tag: 2 + index * 2, type: 5, count: 3 }),
      )
      const minutes = Math.round(Math.abs(degrees) * 60)
      for (const [part, number] of [Math.floor(minutes / 60), minutes % 60, 0].entries()) {
        tiff.writeUInt32BE(number, from + part * 8)
        tiff.writeUInt32BE(1, from + part * 8 + 4)
      }
    }
  }
  // The small picture inside has an end of its own.
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from([0xff, 0xd9])])
  return Buffer.concat([Buffer.from([0xff, 0xe1]), word(body.length + 2), body])
}
const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** A JPEG as its markers tell it: size, how it was held, and something of its own. */
export function jpegOf(
  of: {
    width?: number
    height?: number
    orientation?: number
    place?: { latitude: number; longitude: number }
    own?: string
    ended?: boolean
  } = {},
): Buffer {
  const { width = 1_200, height = 900, own = randomUUID() } = of
  const frame = Buffer.concat([
    Buffer.from([0xff, 0xc0, 0, 17, 8]),
    word(height),
    word(width),
    Buffer.from([3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
  ])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(of.orientation || of.place ? [exif(of.orientation ?? 1, of.place)] : []),
    frame,
    Buffer.from([0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 0x3f, 0]),
    Buffer.from(own),
    ...(of.ended === false ? [] : [Buffer.from([0xff, 0xd9])]),
  ])
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crc = (bytes: Buffer): number => {
  let c = 0xffffffff
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
export const pngChunk = (name: string, body: Buffer): Buffer => {
  const told = Buffer.concat([Buffer.from(name), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc(told))
  return Buffer.concat([length, told, check])
}

/** A picture that every browser opens: stripes of one colour. */
export function pngOf(width = 640, height = 480, colour = [11, 110, 105]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, (_, x) =>
      Buffer.from(colour.map((part) => (x % 40 < 20 ? part : 255 - part))),
    ),
  ])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Answers of somebody whom another car has hit. */
export const hitMe = (policy: string): ClaimAnswers => ({
  happened: 'hit-me',
  policy,
  on: '2026-11-22',
  at: '08:40',
  place: 'Алматы, Абай даңғылы, 99',
  other_plate: '417BDA02',
  zones: ['front_bumper', 'left_headlight'],
  drives: true,
  words: 'Бағдаршамда тұрғанда артынан келген көлік соқты.',
  iban: 'KZ86125KZT5004100100',
})

/** Sends one photograph of a draft, as the page does. */
export async function photographs(
  at: { url: string },
  token: string,
  of: { draft: string; id?: string; shows?: Shows; name?: string; takenAt?: string },
  content: Buffer,
) {
  const form = new FormData()
  form.set('draft_id', of.draft)
  form.set('id', of.id ?? randomUUID())
  form.set('shows', of.shows ?? 'overview')
  if (of.takenAt) form.set('taken_at', of.takenAt)
  form.set('photograph', new Blob([new Uint8Array(content)]), of.name ?? 'IMG_1.jpg')
  const answer = await fetch(`${at.url}${addPhotograph.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'ru' },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}
