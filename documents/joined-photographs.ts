import fontkit from '@pdf-lib/fontkit'
import { degrees, PDFDocument, type PDFFont, rgb } from 'pdf-lib'
import { brand } from '#brand'
import { type Locale, languageTag } from '#domain/locale.ts'
import { refuseHeavy, sentPdf } from './bounded-pdf.ts'
import { fonts, printable } from './fonts.ts'
import { sentJpeg, sentPng } from './sent-picture.ts'

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
 * Where a picture of this size is drawn so that it stands upright and whole in the middle of a box:
 * a PDF turns around the picture's own corner, against the clock.
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
 * Joins photographs, one a page with its caption, and the pages of PDFs as they are into one PDF.
 * The camera's notes stay out: the insurer's file does not need where and with what a photograph
 * was taken, the desk has its place apart. Throws if a file is not what it says. Only
 * `maker-process.ts` calls this: what a file does to its reader ends that process alone.
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
