import { createRequire } from 'node:module'
import { PDFDocument } from 'pdf-lib'

/** What the streams of one PDF may unpack to while it is read, bytes: its tables, no pictures. */
const MOST = 64 * 1_024 * 1_024

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
 * A PDF that somebody sent, read. Throws where it is none, and where it would take more memory than
 * a paper needs. Two that are read at the same time share what they may take.
 */
export async function sentPdf(bytes: Uint8Array): Promise<PDFDocument> {
  left = MOST
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  // The reader passes over an object that it could not read.
  if (left < 0) throw new RangeError('a PDF that unpacks to more than it may')
  return pdf
}
