import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { Unavailable } from '../http.ts'

/**
 * Users' uploads, stored outside the database. Keys are ours: `claims/2026/…`, letters, digits,
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
   * Lists the keys of all files, or of a folder (`claims/2026`), in order; files still being
   * written are left out.
   */
  keys(folder?: string): AsyncIterable<string>
}

/** A disk that is full or gone is an outside system that does not answer. */
export const diskAway = (operation: string, cause: unknown): Unavailable =>
  new Unavailable('files', operation, 'local disk', true, { cause })

/**
 * Writes a stream to a new file of this machine. Throws `Unavailable` for a disk failure; rethrows
 * the sender's failure unchanged.
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

/** Opens a new file for writing and reading; makes missing folders. */
export const newFile = (path: string): Promise<FileHandle> =>
  mkdir(dirname(path), { recursive: true, mode: 0o700 })
    .then(() => open(path, 'w+', 0o600))
    .catch((cause: unknown) => {
      throw diskAway('put', cause)
    })
