import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { Unavailable } from '../http.ts'

/**
 * What people upload, kept outside the database. Keys are ours: `claims/2026/…`, letters, digits,
 * hyphens and slashes.
 */
export type Files = {
  /**
   * Stores the bytes as they come, without holding them; the key is there when all of them are. A
   * second put of a key replaces it.
   */
  put(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** The bytes from the beginning. Throws `Unavailable` when there is no such file. */
  read(key: string): Promise<Readable>
  /** A file that is not there is removed. */
  remove(key: string): Promise<void>
  /**
   * The keys of all files, or of those in a folder (`claims/2026`), in their order; what is still
   * being written is not among them.
   */
  keys(folder?: string): AsyncIterable<string>
}

/** A disk that is full or gone is an outside system that does not answer. */
export const diskAway = (operation: string, cause: unknown): Unavailable =>
  new Unavailable('files', operation, 'local disk', true, { cause })

/**
 * Writes what comes to a new file of this machine. A failure of the disk is `Unavailable`, one of
 * whoever sends the bytes is thrown as it is.
 */
export async function writeAll(
  file: FileHandle,
  bytes: AsyncIterable<Buffer>,
  seen: (chunk: Buffer) => void = () => {},
): Promise<void> {
  for await (const chunk of bytes) {
    seen(chunk)
    await file.writeFile(chunk).catch((cause: unknown) => {
      throw diskAway('put', cause)
    })
  }
}

/** A new file for writing and reading, its folders made where they are not. */
export const newFile = (path: string): Promise<FileHandle> =>
  mkdir(dirname(path), { recursive: true, mode: 0o700 })
    .then(() => open(path, 'w+', 0o600))
    .catch((cause: unknown) => {
      throw diskAway('put', cause)
    })
