import type { Point } from '../geo.ts'

/** A camera's own notes (CIPA DC-008, Exif): TIFF, of either order of bytes. */
export type Notes = { view: DataView; little: boolean; first: number }
type Entry = Notes & { at: number }

/** The notes of a JPEG's application segment; null where they are no Exif. */
export function exifNotes(segment: Uint8Array): Notes | null {
  if (segment.length < 16 || String.fromCharCode(...segment.subarray(0, 4)) !== 'Exif') return null
  const tiff = segment.subarray(6)
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = view.getUint16(0) === 0x4949
  return { view, little, first: view.getUint32(4, little) }
}

/** The entries of a directory by their tag, as far as they stand within the notes. */
export function tagsAt(notes: Notes, directory: number): ReadonlyMap<number, Entry> {
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

/** Where the camera stood by its notes, in degrees; null where they do not say it, or no such place. */
export function placeOf(segment: Uint8Array): Point | null {
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
