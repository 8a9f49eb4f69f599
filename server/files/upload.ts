import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { MultipartFile } from '@fastify/multipart'
import { fileTypeFromBuffer } from 'file-type'
import type { Joined } from '#documents/joined-photographs.ts'
import { CrowdedOut } from '#documents/makers.ts'
import type { SheetFaultName } from '#documents/sheet-fault.ts'
import { SheetFault } from '#documents/sheet-fault.ts'
import type { PhotographFault } from '#domain/claim-way/photographs.ts'
import { photographOf } from '#domain/claim-way/photographs.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { HttpError, inProgress } from '../http/refuse.ts'

/** Checks that a person's paper is readable for its recipient. */

type Reading = Pick<Context, 'sheetMakers' | 'systems' | 'locale' | 'clock' | 'log' | 'me'>
type Sheet = { mime: string; storage_key: string }

/**
 * Joins several files into one PDF, in the processes that read strangers' files: serialised per
 * person, so that nobody's slow files block the others'.
 */
export const joinedAs = (
  { sheetMakers, locale, clock, me }: Pick<Reading, 'sheetMakers' | 'locale' | 'clock' | 'me'>,
  files: Joined[],
  title: string,
) =>
  sheetMakers
    .make({ of: 'joined', files, about: { title, locale, at: clock.now() } }, me().iin)
    .catch((cause: unknown) => {
      throw cause instanceof CrowdedOut ? inProgress() : cause
    })

export const bytesOf = async ({ systems }: Pick<Reading, 'systems'>, { storage_key }: Sheet) =>
  new Uint8Array(await buffer(await systems.files.read(storage_key)))

/**
 * Returns why a stored file cannot be a sheet of a paper, or null. Joins it alone, as it will later
 * be with others, so that the sender learns of it while they can still choose another.
 */
export async function sheetFault(
  context: Reading,
  sheet: Sheet | Joined,
): Promise<SheetFaultName | null> {
  try {
    const alone: Joined =
      'bytes' in sheet
        ? sheet
        : { bytes: await bytesOf(context, sheet), mime: sheet.mime, turns: 0, caption: '' }
    await joinedAs(context, [alone], alone.caption)
    return null
  } catch (cause) {
    // Not checked yet.
    if (cause instanceof HttpError) throw cause
    context.log.warn({ err: cause }, 'a file can be no sheet of a paper')
    if (cause instanceof SheetFault) return cause.fault
    return sheet.mime === 'application/pdf' ? 'pdf_unreadable' : 'photo_unreadable'
  }
}

/**
 * Returns why a paper of one file is unreadable, or null; a small stamp or receipt is a paper too.
 */
async function paperFault(
  context: Reading,
  sheet: Sheet,
): Promise<SheetFaultName | PhotographFault | null> {
  const bytes = await bytesOf(context, sheet)
  if (sheet.mime !== 'application/pdf') {
    const found = photographOf(bytes)
    if (typeof found === 'string' && found !== 'photo_small') return found
    const from = typeof found === 'string' ? 0 : found.from
    // A cut JPEG is still a picture that readers draw as far as it goes.
    if (sheet.mime === 'image/jpeg' && Buffer.from(bytes).indexOf('ffd9', from, 'hex') < 0)
      return 'photo_unreadable'
  }
  return sheetFault(context, { bytes, mime: sheet.mime, turns: 0, caption: '' })
}

/** Enough of a file to detect its type. */
const HEAD_BYTES = 4_100
const allowed = new Set(['image/png', 'image/jpeg', 'application/pdf'])

export type Stored = {
  id: string
  slot: string
  name: string
  mime: string
  size: number
  sha256: Buffer
  key: string
}
export type Problem = 'file_type' | 'file_too_large' | 'file_empty'

/**
 * Stores one paper while its bytes arrive: png, jpeg or pdf by content, at most 10 MB (spec section
 * 5), readable. Reads a forbidden file to its end and discards it, so that the browser receives the
 * answer.
 */
export async function storeFile(
  context: Reading,
  part: MultipartFile,
  of: { id: string; slot: string; key: string },
): Promise<Stored | Problem | SheetFaultName | PhotographFault> {
  const { files } = context.systems
  const chunks: AsyncIterator<Buffer> = part.file[Symbol.asyncIterator]()
  const head: Buffer[] = []
  let size = 0
  let ended = false
  while (size < HEAD_BYTES && !ended) {
    const next = await chunks.next()
    if (next.done) ended = true
    else {
      head.push(next.value)
      size += next.value.length
    }
  }
  const type = await fileTypeFromBuffer(Buffer.concat(head))
  const mime = type?.mime ?? ''
  const hash = createHash('sha256')
  async function* bytes() {
    for (const chunk of head) {
      hash.update(chunk)
      yield chunk
    }
    for (
      let next = ended ? null : await chunks.next();
      next && !next.done;
      next = await chunks.next()
    ) {
      size += next.value.length
      hash.update(next.value)
      yield next.value
    }
  }
  if (size === 0 || !allowed.has(mime)) {
    part.file.resume()
    return size === 0 ? 'file_empty' : 'file_type'
  }
  await files.put(of.key, bytes())
  if (part.file.truncated || size > claimFileMaxBytes) {
    await files.remove(of.key)
    return 'file_too_large'
  }
  const fault = await paperFault(context, { mime, storage_key: of.key })
  if (fault) {
    await files.remove(of.key)
    return fault
  }
  return { ...of, name: fileName(part.filename, mime), mime, size, sha256: hash.digest() }
}

const extensions: Record<string, readonly [string, ...string[]]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'application/pdf': ['pdf'],
}

/**
 * Returns the client's file name without folders, control characters and direction marks, with the
 * extension of the file's type: a person who saves it must not open it as something else. A form
 * may give a file no name.
 */
export function fileName(given: string | undefined, mime: string): string {
  const name = ((given ?? '').split(/[\\/]/).at(-1) ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f-\u009f"\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(-120)
    .toWellFormed()
    .trim()
  const [, stem = name, extension = ''] = /^(.*)\.([a-z][a-z0-9]{0,9})$/i.exec(name) ?? []
  const own = extensions[mime]
  if (!own || own.includes(extension.toLowerCase())) return name || 'file'
  return `${stem || 'file'}.${own[0]}`
}

/**
 * Deletes files that joined no claim, with their rows; leaves what can't be deleted now to the
 * sweep.
 */
export async function forgetFiles(
  { db, systems, log }: Pick<Deps, 'db' | 'systems' | 'log'>,
  files: readonly { id: string; key: string }[],
) {
  try {
    for (const { id, key } of files) {
      await systems.files.remove(key)
      await db.deleteFrom('file_links').where('file_id', '=', id).execute()
      await db.deleteFrom('files').where('id', '=', id).where('claim_id', 'is', null).execute()
    }
  } catch (cause) {
    log.warn({ err: cause }, 'files of a refused form stay until the sweep')
  }
}

/** Returns the storage key of a new file. */
export const newPlace = (now: Date) => {
  const id = randomUUID()
  return { id, key: `claims/${now.toISOString().slice(0, 7)}/${id}` }
}
