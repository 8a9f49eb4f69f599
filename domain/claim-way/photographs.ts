import type { Point } from '../geo.ts'
import type { Happening } from './answers.ts'

/** A camera's own notes (CIPA DC-008, Exif): TIFF, of either order of bytes. */
type Notes = { view: DataView; little: boolean; first: number }
type Entry = Notes & { at: number }

/** Returns the notes of a JPEG's application segment; null if they are not Exif. */
function exifNotes(segment: Uint8Array): Notes | null {
  if (segment.length < 16 || String.fromCharCode(...segment.subarray(0, 4)) !== 'Exif') return null
  const tiff = segment.subarray(6)
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = view.getUint16(0) === 0x4949
  return { view, little, first: view.getUint32(4, little) }
}

/** Returns a directory's entries by tag, as far as they lie within the notes. */
function tagsAt(notes: Notes, directory: number): ReadonlyMap<number, Entry> {
  const { view, little } = notes
  const tags = new Map<number, Entry>()
  if (directory + 2 > view.byteLength) return tags
  const entries = view.getUint16(directory, little)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > view.byteLength) break
    tags.set(view.getUint16(at, little), { ...notes, at })
  }
  return tags
}

const GPS = 0x8825
const [LATITUDE_REF, LATITUDE, LONGITUDE_REF, LONGITUDE] = [1, 2, 3, 4] as const

/**
 * Returns the camera's position from its notes, in degrees; null if absent or no such place exists.
 */
function placeOf(segment: Uint8Array): Point | null {
  const notes = exifNotes(segment)
  const pointer = notes && tagsAt(notes, notes.first).get(GPS)
  if (!notes || !pointer) return null
  const tags = tagsAt(notes, pointer.view.getUint32(pointer.at + 8, pointer.little))
  const latitude = degreesOf(tags.get(LATITUDE), tags.get(LATITUDE_REF), 'S')
  const longitude = degreesOf(tags.get(LONGITUDE), tags.get(LONGITUDE_REF), 'W')
  if (latitude === null || longitude === null) return null
  // A camera that has not found itself writes zeros.
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPlace && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null
}

/** Degrees, minutes and seconds, each a fraction; negative on the side named `below`. */
function degreesOf(value?: Entry, side?: Entry, below?: string): number | null {
  if (!value || !side) return null
  const { view, little } = value
  const from = view.getUint32(value.at + 8, little)
  if (from + 24 > view.byteLength) return null
  const [degrees = 0, minutes = 0, seconds = 0] = [0, 8, 16].map(
    (part) => view.getUint32(from + part, little) / view.getUint32(from + part + 4, little),
  )
  // A fraction by nothing says nothing, of seconds too: some cameras write minutes alone.
  const whole = degrees + minutes / 60 + (Number.isFinite(seconds) ? seconds / 3_600 : 0)
  if (!Number.isFinite(whole)) return null
  return String.fromCharCode(view.getUint8(side.at + 8)) === below ? -whole : whole
}

/** What a photograph of a claim shows; also distinguishes the papers beside the photographs. */
export const scenes = ['overview', 'damage', 'other_car', 'source', 'more'] as const
export const photographedPapers = [
  'event_document',
  'id_front',
  'id_back',
  'claim_application',
  'payment_application',
] as const
export const shows = [...scenes, ...photographedPapers] as const
export type Shows = (typeof shows)[number]
export type Scene = (typeof scenes)[number]

/** A paper may be a PDF; what happened is photographed. */
export const isPaper = (what: Shows): boolean => photographedPapers.some((paper) => paper === what)

/** What the client photographs at the scene, in the order in which files are assigned to it. */
export const scenesOf: Readonly<Record<Happening, readonly Scene[]>> = {
  'hit-me': ['overview', 'damage', 'other_car'],
  'i-hit': ['overview', 'damage', 'other_car'],
  home: ['overview', 'damage', 'source'],
}

/** Single photographs: a new one replaces the old. */
export const onlyOne: readonly Shows[] = [
  'id_front',
  'id_back',
  'claim_application',
  'payment_application',
]

/** A slot of the specification holds one file of at most 10 MB, and the photographs become one. */
export const photographsInAll = 20
/** The shorter side in pixels below which nothing can be seen on a photograph. */
export const shortestSide = 240
/**
 * No photograph straight from a phone has more pixels (12 to 24 million, a few 40); decoding takes
 * up to 8 bytes for each.
 */
export const pixelsMax = 40_000_000
/** A PNG is unpacked whole when it joins the PDF, a JPEG is not. */
export const pngPixelsMax = 12_000_000

export type Photograph = {
  mime: 'image/jpeg' | 'image/png'
  width: number
  height: number
  /** Quarter turns clockwise that bring it upright: what the camera wrote down. */
  turns: 0 | 1 | 2 | 3
  /** The camera's position in its own notes, in degrees; null if they give none. */
  takenAt: Point | null
  /** Offset of the picture itself, after the camera's notes with their own small picture. */
  from: number
}
export type PhotographFault =
  | 'photo_heic'
  | 'photo_kind'
  | 'photo_small'
  | 'photo_large'
  | 'photo_png_large'
  | 'photo_unreadable'

/** An iPhone's own format, and its newer relatives: `ftyp` with one of these names. */
const heif = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif']

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))

/**
 * Identifies a photograph by its first bytes (the frame of a JPEG may follow 256 KB of the camera's
 * own notes), or returns why it is none. Does not check that the file is complete: the code that
 * reads it whole does.
 */
export function photographOf(bytes: Uint8Array): Photograph | PhotographFault {
  if (ascii(bytes, 4, 4) === 'ftyp' && heif.includes(ascii(bytes, 8, 4))) return 'photo_heic'
  const found = jpegOf(bytes) ?? pngOf(bytes)
  if (!found || typeof found === 'string') return found ?? 'photo_kind'
  if (Math.min(found.width, found.height) < shortestSide) return 'photo_small'
  const pixels = found.width * found.height
  if (found.mime === 'image/png' && pixels > pngPixelsMax) return 'photo_png_large'
  return pixels > pixelsMax ? 'photo_large' : found
}

function pngOf(bytes: Uint8Array): Photograph | PhotographFault | null {
  if (ascii(bytes, 1, 3) !== 'PNG' || bytes[0] !== 0x89) return null
  if (bytes.length < 24 || ascii(bytes, 12, 4) !== 'IHDR') return 'photo_unreadable'
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    mime: 'image/png',
    width: view.getUint32(16),
    height: view.getUint32(20),
    turns: 0,
    takenAt: null,
    from: 24,
  }
}

/** Start of frame: any of the processes but the tables that share its range (ITU T.81, B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegOf(bytes: Uint8Array): Photograph | PhotographFault | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let turns: Photograph['turns'] = 0
  let takenAt: Point | null = null
  for (let at = 2; at + 9 < bytes.length; ) {
    if (view.getUint8(at) !== 0xff) return 'photo_unreadable'
    const marker = view.getUint8(at + 1)
    // Padding before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = view.getUint16(at + 2)
    if (length < 2) return 'photo_unreadable'
    const notes = bytes.subarray(at + 4, at + 2 + length)
    if (marker === 0xe1) {
      turns = turnsOf(notes) ?? turns
      takenAt = placeOf(notes) ?? takenAt
    }
    if (isFrame(marker))
      return {
        mime: 'image/jpeg',
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
        turns,
        takenAt,
        from: at,
      }
    at += 2 + length
  }
  return 'photo_unreadable'
}

/** Orientation of Exif (CIPA DC-008, tag 0x0112): 3 is upside down, 6 and 8 lie on a side. */
const turned: Readonly<Record<number, Photograph['turns']>> = { 1: 0, 3: 2, 6: 1, 8: 3 }

function turnsOf(exif: Uint8Array): Photograph['turns'] | undefined {
  const notes = exifNotes(exif)
  const held = notes ? tagsAt(notes, notes.first).get(0x0112) : undefined
  return held && turned[held.view.getUint16(held.at + 8, held.little)]
}
