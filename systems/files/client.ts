import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
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
   * being written is not among them. `after`: only those that come after this key.
   */
  keys(folder?: string, after?: string): AsyncIterable<string>
}

const KEY = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/
export const isKey = (text: string): boolean => KEY.test(text)

/**
 * Throws a `RangeError` for what is not a key: nothing else may become part of a path or an
 * address.
 */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new RangeError('a file key of letters, digits, hyphens and slashes')
  return key
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

async function kept(file: FileHandle, part: string, path: string): Promise<void> {
  await file.sync()
  await file.close()
  await rename(part, path)
}

/** Files in a folder of this machine, or of one that several machines share. */
export function localFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, ...checkedKey(key).split('/'))
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      const part = `${path}.part`
      const file = await newFile(part)
      try {
        await writeAll(file, bytes)
        // Who asked to be forgotten meanwhile may have taken the unfinished file along.
        await kept(file, part, path).catch((cause: unknown) => {
          throw diskAway('put', cause)
        })
      } catch (cause) {
        await file.close().catch(() => {})
        await rm(part, { force: true })
        throw cause
      }
    },
    read: async (key) => {
      const stream = createReadStream(pathOf(key))
      return new Promise((resolve, reject) => {
        stream.once('open', () => resolve(stream))
        stream.once('error', (cause) => reject(diskAway('read', cause)))
      })
    },
    // With what a process that died in the middle of it left.
    remove: async (key) => {
      for (const path of [pathOf(key), `${pathOf(key)}.part`]) await rm(path, { force: true })
    },
    keys: async function* (within, after = '') {
      const entries = await readdir(within ? pathOf(within) : folder, {
        recursive: true,
        withFileTypes: true,
      }).catch(() => [])
      yield* entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((key) => isKey(key) && key > after)
        .sort()
    },
  }
}
