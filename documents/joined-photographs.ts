import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import fontkit from '@pdf-lib/fontkit'
import { degrees, PDFDocument, type PDFFont, rgb } from 'pdf-lib'
import { brand } from '#brand'
import { type Locale, languageTag } from '#domain/locale.ts'
import { refuseHeavy, sentPdf } from './bounded-pdf.ts'
import { fonts, printable } from './fonts.ts'

/** Markers of a JPEG (ITU-T T.81, table B.1). */
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COM = 0xfe
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
/** Without a length: temporary, restarts. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Returns whether a reader needs the segment to draw the picture: JFIF, Adobe's colour transform,
 * the colour profile.
 */
function isForDrawing(marker: number, body: Buffer): boolean {
  if (marker === 0xe0) return body.toString('latin1', 0, 4) === 'JFIF'
  if (marker === 0xee) return body.toString('latin1', 0, 5) === 'Adobe'
  return marker === 0xe2 && body.toString('latin1', 0, 11) === 'ICC_PROFILE'
}

/** Markers at which a coded picture ends; any other one within it is damage that a reader passes. */
const endsScan = (marker: number) =>
  [EOI, SOS, 0xc4, 0xcc, 0xdb, 0xdc, 0xdd, COM].includes(marker) || isApplication(marker)

/**
 * Returns the picture of an uploaded JPEG without the camera's notes (Exif and XMP with position
 * and serial number, comments, small pictures) and without any bytes after its end. Like other
 * readers, it skips bytes where a marker must be and takes a truncated picture as far as it goes.
 * Throws if it does not begin as a JPEG.
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

/** Returns where the next part begins after the coded picture. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1))
    if (endsScan(file[at + 1] ?? 0)) return at
  return file.length
}

const unpacked = promisify(inflate)
const SIGNATURE = 8
/** Length, name and check around what a chunk holds. */
const AROUND = 12
/** Chunks of the picture itself (ISO/IEC 15948, 11.2); words and animations are not read. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** Samples of a pixel by the colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const unreadable = (why: string) => new RangeError(`a PNG that is not what it says: ${why}`)

/**
 * Returns only the picture of an uploaded PNG. The library trusts every length and header: it would
 * wait for a word's end for ever, take memory for a second header, unpack gigabytes. Throws if the
 * chunks do not fit the file or the pixels its one header.
 */
async function sentPng(bytes: Uint8Array): Promise<Uint8Array> {
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

/** A4 in points. */
const sheet = { width: 595.28, height: 841.89, margin: 36, caption: 26 }
const ink = rgb(0.075, 0.125, 0.169)

export type Joined = {
  bytes: Uint8Array
  mime: string
  /** Quarter turns clockwise that bring it upright. */
  turns: 0 | 1 | 2 | 3
  caption: string
}

type Box = { x: number; y: number; width: number; height: number }
/**
 * Computes where to draw a picture of this size so that it is upright and whole in the middle of a
 * box: a PDF turns around the picture's own corner, counter-clockwise.
 */
export function placed(size: { width: number; height: number }, turns: Joined['turns'], box: Box) {
  const lies = turns % 2 === 1
  const seen = lies ? { width: size.height, height: size.width } : size
  const scale = Math.min(box.width / seen.width, box.height / seen.height)
  const [width, height] = [size.width * scale, size.height * scale]
  const x = box.x + (box.width - seen.width * scale) / 2
  const y = box.y + (box.height - seen.height * scale) / 2
  const corner = [
    { x, y },
    { x, y: y + width },
    { x: x + width, y: y + height },
    { x: x + height, y },
  ][turns] ?? { x, y }
  return { ...corner, width, height, rotate: -90 * turns }
}

/**
 * Joins photographs, one a page with its caption, and the pages of PDFs unchanged into one PDF.
 * Leaves the camera's notes out: the insurer's file does not need the place and the device of a
 * photograph, the desk has its place separately. Throws if a file is not of its stated type. Only
 * `maker-process.ts` calls this: a file that kills its reader kills that process alone.
 */
export async function joinedPhotographs(
  files: readonly Joined[],
  of: { title: string; locale: Locale; at: Date },
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  const [regular] = fonts
  if (!regular) throw new Error('The fonts of the papers are missing')
  let font: PDFFont | null = null
  pdf.setTitle(of.title, { showInWindowTitleBar: true })
  pdf.setAuthor(brand.legalName[of.locale])
  pdf.setLanguage(languageTag(of.locale))
  pdf.setProducer(brand.latin)
  pdf.setCreator(brand.latin)
  pdf.setCreationDate(of.at)
  pdf.setModificationDate(of.at)
  for (const file of files)
    await addSheets(
      pdf,
      file,
      async () => (font ??= await pdf.embedFont(regular, { subset: true })),
    )
  return pdf.save({ useObjectStreams: true })
}

/** Adds one file: the pages of a PDF as they are, a photograph upright on a sheet with its caption. */
export async function addSheets(
  pdf: PDFDocument,
  file: Joined,
  fontOf: () => Promise<PDFFont>,
): Promise<void> {
  if (file.mime === 'application/pdf') {
    const { pdf: other, pages } = await sentPdf(file.bytes)
    const before = pdf.context.largestObjectNumber
    for (const page of await pdf.copyPages(other, other.getPageIndices())) pdf.addPage(page)
    refuseHeavy(pdf, before, pages)
    return
  }
  const font = await fontOf()
  // The reader looks at the whole memory behind a view: the picture gets one of its own.
  const image =
    file.mime === 'image/png'
      ? await pdf.embedPng(new Uint8Array(await sentPng(file.bytes)))
      : await pdf.embedJpg(new Uint8Array(sentJpeg(file.bytes)))
  const wide = image.width > image.height !== (file.turns % 2 === 1)
  const page = pdf.addPage(wide ? [sheet.height, sheet.width] : [sheet.width, sheet.height])
  const { width, height } = page.getSize()
  const { rotate, ...at } = placed(image, file.turns, {
    x: sheet.margin,
    y: sheet.margin + sheet.caption,
    width: width - 2 * sheet.margin,
    height: height - 2 * sheet.margin - sheet.caption,
  })
  page.drawImage(image, { ...at, rotate: degrees(rotate) })
  page.drawText(printable(file.caption), {
    x: sheet.margin,
    y: sheet.margin,
    size: 11,
    font,
    color: ink,
  })
  // Its pixels need no memory once they are packed.
  await image.embed()
}
