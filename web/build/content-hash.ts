import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The repository's folder. */
export const repository = join(import.meta.dirname, '../..')

/** Where a build stands. */
export const dist = join(repository, 'dist')

export type BuildOptions = {
  /**
   * Address people open, without a closing slash; canonical and hreflang links are made with it.
   */
  origin?: string | undefined
  /** With the pages that show the components (`/ui`). */
  development?: boolean | undefined
}

export const defaultOrigin = 'http://localhost:3000'

/** A short hash for file names and build ids: letters and digits. */
export const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').replace(/[-_]/g, '').slice(0, 10)

const sources = [
  'web/**/*',
  'contract/**/*.ts',
  'domain/**/*.ts',
  'texts/**/*.ts',
  'brand.ts',
  'package-lock.json',
]

/**
 * A hash of everything a build is made from, of the address and the kind it is made for. Tests and
 * notes do not count.
 */
export function contentHash(origin: string, development: boolean): string {
  const hash = createHash('sha256').update(`${origin}\0${development}\0${process.version}\0`)
  const files = globSync(sources, { cwd: repository, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test\.tsx?|md|py)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of files)
    hash
      .update(`${file.slice(repository.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** Whether `dist/` was built from what the sources and the address are now. */
export function isFresh({
  origin = defaultOrigin,
  development = false,
}: BuildOptions = {}): boolean {
  const stored = join(dist, 'sources')
  return existsSync(stored) && readFileSync(stored, 'utf8') === contentHash(origin, development)
}
