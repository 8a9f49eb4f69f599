import { createReadStream } from 'node:fs'
import { type FileHandle, readdir, rename, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { diskAway, type Files, newFile, writeAll } from './client.ts'

const KEY = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/
export const isKey = (text: string): boolean => KEY.test(text)

/**
 * Returns the key. Throws a `RangeError` for anything else: only a key may become part of a path or
 * an address.
 */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new RangeError('a file key of letters, digits, hyphens and slashes')
  return key
}

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
        // An erasure may have removed the unfinished file meanwhile.
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
    keys: async function* (within) {
      const entries = await readdir(within ? pathOf(within) : folder, {
        recursive: true,
        withFileTypes: true,
      }).catch(() => [])
      yield* entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter(isKey)
        .sort()
    },
  }
}
