/** Markers of a JPEG (ITU-T T.81, table B.1). */
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COM = 0xfe
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
/** Without a length: temporary, restarts. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** What a reader needs to draw the picture: JFIF, Adobe's colour transform, the colour profile. */
function isForDrawing(marker: number, body: Buffer): boolean {
  if (marker === 0xe0) return body.toString('latin1', 0, 4) === 'JFIF'
  if (marker === 0xee) return body.toString('latin1', 0, 5) === 'Adobe'
  return marker === 0xe2 && body.toString('latin1', 0, 11) === 'ICC_PROFILE'
}

const unreadable = (why: string) => new RangeError(`a JPEG that is not what it says: ${why}`)

/**
 * Returns the picture of a JPEG that somebody sent without the camera's notes (Exif and XMP with
 * position and serial number, comments, small pictures) and without anything behind its end. Throws
 * if its parts do not fit the file.
 */
export function sentJpeg(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 4 || file.readUInt16BE(0) !== 0xff00 + SOI) throw unreadable('its beginning')
  const parts = [file.subarray(0, 2)]
  let at = 2
  for (;;) {
    if (at + 2 > file.length) throw unreadable('it has no end')
    if (file[at] !== 0xff) throw unreadable('no marker where one has to be')
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      // A fill byte.
      at += 1
      continue
    }
    if (marker === EOI) {
      parts.push(file.subarray(at, at + 2))
      return Buffer.concat(parts)
    }
    if (isAlone(marker)) {
      parts.push(file.subarray(at, at + 2))
      at += 2
      continue
    }
    if (at + 4 > file.length) throw unreadable('it has no end')
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (end > file.length || end < at + 4) throw unreadable('a part is longer than the file')
    const stays =
      (!isApplication(marker) && marker !== COM) || isForDrawing(marker, file.subarray(at + 4, end))
    const next = marker === SOS ? endOfScan(file, end) : end
    if (stays) parts.push(file.subarray(at, next))
    at = next
  }
}

/** Where the next marker stands behind the coded picture: there FF is followed by 00 or a restart. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !isAlone(next)) return at
  }
  throw unreadable('it has no end')
}
