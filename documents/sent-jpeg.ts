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

/** Markers at which a coded picture ends; any other one within it is damage that a reader passes. */
const endsScan = (marker: number) =>
  [EOI, SOS, 0xc4, 0xcc, 0xdb, 0xdc, 0xdd, COM].includes(marker) || isApplication(marker)

/**
 * Returns the picture of a JPEG that somebody sent without the camera's notes (Exif and XMP with
 * position and serial number, comments, small pictures) and without what stands behind its end. As
 * readers do, it passes over bytes where a marker has to be and takes a cut-off picture as far as
 * it goes. Throws if it does not begin as a JPEG.
 */
export function sentJpeg(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 4 || file[0] !== 0xff || file[1] !== SOI)
    throw new RangeError('a JPEG that does not begin as one')
  const parts = [file.subarray(0, 2)]
  let at = 2
  while (at + 4 <= file.length) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== 0xff || marker === 0xff || marker === 0 || isAlone(marker)) {
      at += 1
      continue
    }
    if (marker === EOI) break
    const end = at + 2 + file.readUInt16BE(at + 2)
    const stays =
      (!isApplication(marker) && marker !== COM) || isForDrawing(marker, file.subarray(at + 4, end))
    const next = marker === SOS ? endOfScan(file, end) : end
    if (stays) parts.push(file.subarray(at, next))
    at = next
  }
  parts.push(Buffer.from([0xff, EOI]))
  return Buffer.concat(parts)
}

/** Where the next part begins behind the coded picture. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1))
    if (endsScan(file[at + 1] ?? 0)) return at
  return file.length
}
