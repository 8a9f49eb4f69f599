import { createHash, randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import { fileTypeFromBuffer } from 'file-type'
import { claimFileMaxBytes } from '#domain/constants.ts'
import type { Files } from '#systems/files/client.ts'

/** Enough of a file to tell what it is. */
const HEAD_BYTES = 4_100
const allowed = new Set(['image/png', 'image/jpeg', 'application/pdf'])

export type Stored = { id: string; slot: string; name: string; mime: string; size: number; sha256: Buffer; key: string }
export type Problem = 'file_type' | 'file_too_large' | 'file_empty'

/**
 * Stores one file as its bytes come: png, jpeg or pdf by content, at most 10 MB (spec section 5). A file that may not be is read to its end
 * and thrown away, so that the browser hears the answer. Memory holds a chunk at a time.
 */
export async function storeFile(
  files: Files,
  part: MultipartFile,
  of: { id: string; slot: string; key: string },
): Promise<Stored | Problem> {
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
    for (let next = ended ? null : await chunks.next(); next && !next.done; next = await chunks.next()) {
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
  return { ...of, name: safeName(part.filename), mime, size, sha256: hash.digest() }
}

/** The name as the client knows it, without folders and control characters. */
const safeName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f"]/g, '')
    .slice(-120) || 'file'

/** A place for a file that is about to come. */
export const newPlace = (now: Date) => {
  const id = randomUUID()
  return { id, key: `claims/${now.toISOString().slice(0, 7)}/${id}` }
}
