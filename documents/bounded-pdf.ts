import { createRequire } from 'node:module'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from 'pdf-lib'
import { paperPagesMax } from '#domain/constants.ts'
import { SheetFault } from './sheet-fault.ts'

/** Most bytes the streams of one PDF may unpack to while it is read: its tables, no pictures. */
const MOST = 64 * 1_024 * 1_024
/** Nodes between the root and the pages; a tree of real papers is 2 or 3 deep. */
const DEEPEST = 32
/** The longest side of a page, points: 200 inches (ISO 32000-1, annex C). */
const LONGEST_SIDE = 14_400
/** What a page may have beside its streams, as text, bytes for each page: fonts' tables, notes. */
const AROUND_A_PAGE = 200 * 1_024

type Unpacking = { buffer: Uint8Array; ensureBuffer(requested: number): Uint8Array }
const { default: unpacking } = createRequire(import.meta.url)(
  'pdf-lib/cjs/core/streams/DecodeStream.js',
) as { default: { prototype: Unpacking } }

let left = MOST
const grows = unpacking.prototype.ensureBuffer
// The library has no limit of its own: a file of a few megabytes could ask for gigabytes.
unpacking.prototype.ensureBuffer = function bounded(this: Unpacking, requested) {
  if (requested > this.buffer.length) left -= requested
  if (left < 0) throw new RangeError('a PDF that unpacks to more than it may')
  return grows.call(this, requested)
}

/**
 * Reads an uploaded PDF and counts its pages. Throws `SheetFault` if it is no PDF, if its pages are
 * not a plain tree of at most `paperPagesMax`, or if it would take more memory than a paper needs:
 * nothing of it was copied by then. Two reads at the same time share one limit.
 */
export async function sentPdf(bytes: Uint8Array): Promise<{ pdf: PDFDocument; pages: number }> {
  left = MOST
  refuseLoop(bytes)
  let pdf: PDFDocument
  try {
    pdf = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true })
  } catch {
    throw new SheetFault(isLocked(bytes) ? 'pdf_locked' : 'pdf_unreadable')
  }
  if (pdf.isEncrypted) throw new SheetFault('pdf_locked')
  // The reader passes over an object that it could not read.
  if (left < 0) throw new SheetFault('pdf_unreadable')
  const pages = pagesOf(pdf)
  refuseActive(pdf)
  return { pdf, pages }
}

/** Acts of a page, by itself or when pressed, beyond following a link; and files within it. */
const acting = [
  'JavaScript',
  'Launch',
  'ImportData',
  'SubmitForm',
  'GoToE',
  'Rendition',
  'RichMedia',
]
const carrying = ['JS', 'EF', 'EmbeddedFiles', 'JavaScript', 'XFA', 'RichMediaContent']

/**
 * Refuses a PDF with a script, a program to start or a file within it: people at our desk and at an
 * insurer open it, and it must do nothing.
 */
function refuseActive(pdf: PDFDocument): void {
  const [actions, keys] = [acting, carrying].map((names) => names.map((name) => PDFName.of(name)))
  const open: PDFObject[] = pdf.context.enumerateIndirectObjects().map(([, object]) => object)
  for (let object = open.pop(); object; object = open.pop()) {
    const dict = object instanceof PDFStream ? object.dict : object
    if (dict instanceof PDFArray) for (const one of dict.asArray()) open.push(one)
    if (!(dict instanceof PDFDict)) continue
    const action = dict.lookup(PDFName.of('S'))
    if (keys?.some((key) => dict.has(key)) || actions?.some((name) => name === action))
      throw new SheetFault('pdf_active')
    for (const one of dict.values()) open.push(one)
  }
}

/** Bytes of all that is no stream among the objects from this number on. */
export function refuseHeavy(pdf: PDFDocument, after: number, pages: number): void {
  let weight = 0
  for (const [{ objectNumber }, object] of pdf.context.enumerateIndirectObjects()) {
    if (objectNumber <= after) continue
    weight += (object instanceof PDFStream ? object.dict : object).sizeInBytes()
    if (weight > AROUND_A_PAGE * pages) throw new SheetFault('pdf_unreadable')
  }
}

const isLocked = (bytes: Uint8Array): boolean =>
  /\/Encrypt[\s<\d]/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'),
  )

/** Refuses a chain of tables of objects that leads back to itself. */
function refuseLoop(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const last = file.lastIndexOf('startxref')
  const seen = new Set<number>()
  let at = last < 0 ? Number.NaN : Number(/\d+/.exec(file.toString('latin1', last, last + 64))?.[0])
  while (at > 0 && at < file.length) {
    if (seen.has(at)) throw new SheetFault('pdf_unreadable')
    seen.add(at)
    const trailer = file.indexOf('trailer', at)
    const table = file.toString('latin1', at, at + 4) === 'xref'
    const from = table ? trailer : at
    if (from < 0) return
    const before = /\/Prev\s+(\d+)/.exec(
      file.toString('latin1', from, from + 4_096).split('startxref')[0] ?? '',
    )
    at = Number(before?.[1])
  }
}

/** How many pages hang on the tree: each node once, each saying truly what hangs on it. */
function pagesOf(pdf: PDFDocument): number {
  const seen = new Set<PDFObject>()
  const { context } = pdf
  const unreadable = () => new SheetFault('pdf_unreadable')
  let nodes = 0
  function walk(object: PDFObject | undefined, parent: PDFDict | null, depth: number): number {
    const node = object instanceof PDFRef ? context.lookup(object) : object
    if (!(node instanceof PDFDict) || seen.has(node) || depth > DEEPEST) throw unreadable()
    seen.add(node)
    nodes += 1
    if (nodes > paperPagesMax * DEEPEST) throw new SheetFault('pdf_pages')
    if (parent !== (node.lookup(PDFName.of('Parent')) ?? null)) throw unreadable()
    refuseBoxes(node)
    const kids = node.lookup(PDFName.of('Kids'))
    if (node.lookup(PDFName.of('Type')) === PDFName.of('Page') && kids === undefined) return 1
    if (!(kids instanceof PDFArray)) throw unreadable()
    let pages = 0
    for (let index = 0; index < kids.size(); index += 1) {
      pages += walk(kids.get(index), node, depth + 1)
      if (pages > paperPagesMax) throw new SheetFault('pdf_pages')
    }
    const count = node.lookup(PDFName.of('Count'))
    if (!(count instanceof PDFNumber) || count.asNumber() !== pages) throw unreadable()
    return pages
  }
  const pages = walk(pdf.catalog.get(PDFName.of('Pages')), null, 0)
  if (pages === 0) throw unreadable()
  return pages
}

function refuseBoxes(node: PDFDict): void {
  for (const name of ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']) {
    const box = node.lookup(PDFName.of(name))
    if (box === undefined) continue
    const sides =
      box instanceof PDFArray
        ? Array.from({ length: Math.min(box.size(), 5) }, (_, index) => {
            const side = box.lookup(index)
            return side instanceof PDFNumber ? side.asNumber() : Number.NaN
          })
        : []
    const [x = 0, y = 0, right = 0, top = 0] = sides
    const fits = (one: number) => Math.abs(one) > 0 && Math.abs(one) <= LONGEST_SIDE
    if (sides.length !== 4 || !fits(right - x) || !fits(top - y))
      throw new SheetFault('pdf_unreadable')
  }
}
