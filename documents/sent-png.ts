import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const unpacked = promisify(inflate)
const SIGNATURE = 8
/** Length, name and check around what a chunk holds. */
const AROUND = 12
/** What the picture itself is made of (ISO/IEC 15948, 11.2); words and animations are not read. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** Samples of a pixel by the colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const unreadable = (why: string) => new RangeError(`a PNG that is not what it says: ${why}`)

/**
 * The picture of a PNG that somebody sent, and nothing else of it. The library trusts every length
 * and header: it would wait for a word's end for ever, take memory for a second header, unpack
 * gigabytes. Throws where the chunks do not fit the file or the pixels its one header.
 */
export async function sentPng(bytes: Uint8Array): Promise<Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = [file.subarray(0, SIGNATURE)]
  const pixels: Buffer[] = []
  let header: Buffer | null = null
  let at = SIGNATURE
  for (let name = ''; name !== 'IEND'; ) {
    if (at + AROUND > file.length) throw unreadable('it has no end')
    const end = at + AROUND + file.readUInt32BE(at)
    if (end > file.length) throw unreadable('a chunk is longer than the file')
    name = file.toString('latin1', at + 4, at + 8)
    const body = file.subarray(at + 8, end - 4)
    if (name === 'IHDR') {
      if (header || body.length !== 13) throw unreadable('its header')
      header = body
    }
    if (name === 'IDAT') pixels.push(body)
    if (kept.has(name)) parts.push(file.subarray(at, end))
    at = end
  }
  if (!header) throw unreadable('it has no header')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const bits = (samples[header.readUInt8(9)] ?? 4) * header.readUInt8(8)
  // Interlaced, its passes have up to twice as many lines, each with a byte of its own.
  const most = 2 * height * (Math.ceil((width * bits) / 8) + 2)
  await unpacked(Buffer.concat(pixels), { maxOutputLength: most })
  return Buffer.concat(parts)
}
