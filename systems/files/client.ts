import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Unavailable } from '../http.ts'

/** What people upload, kept outside the database. Keys are ours: `claims/2026/…`, letters, digits, hyphens and slashes. */
export type Files = {
  /** Stores the bytes as they come, without holding them; the key is there when all of them are. A second put of a key replaces it. */
  put(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** The bytes from the beginning. Throws `Unavailable` when there is no such file. */
  read(key: string): Promise<Readable>
  /** A file that is not there is removed. */
  remove(key: string): Promise<void>
}

const KEY = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/

/** Files in a folder of this machine; in production with several machines the folder is a shared one. */
export function localFiles(folder: string): Files {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new RangeError('a file key of letters, digits, hyphens and slashes')
    return join(folder, ...key.split('/'))
  }
  const away = (operation: string, cause: unknown) => new Unavailable('files', operation, 'local disk', true, { cause })
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      const part = `${path}.part`
      const file = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        .then(() => open(part, 'w', 0o600))
        .catch((cause: unknown) => {
          throw away('put', cause)
        })
      try {
        for await (const chunk of bytes) await file.writeFile(chunk)
        await file.sync()
        await file.close()
        await rename(part, path)
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
        stream.once('error', (cause) => reject(away('read', cause)))
      })
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
