import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sources and where the program bundled of them stands. */
type Place = { repository: string; folder: string }

const repository = join(import.meta.dirname, '..')
export const here: Place = {
  repository,
  folder: join(repository, 'node_modules/.cache/qorgan-program'),
}

/** A source; `looks`: size, times and inode as they were when it was last read. */
type File = { path: string; sha256: string; looks: string }
type Stamp = { repository: string; node: string; files: File[] }

/** Writes down what a program was made of, beside it. */
export function stamp(to: string, sources: readonly string[], { repository } = here): void {
  const files = sources.map((path) => ({
    path,
    sha256: hashOf(join(repository, path)),
    looks: looksOf(join(repository, path)),
  }))
  write(to, { repository, node: process.version, files })
}

/**
 * The bundled program's entry, if it is what the sources are now; else null. A source that looks as
 * it did is not read again; any other is compared by its content. `asBuilt`: nobody can have
 * changed a source, as in an image.
 */
export function currentProgram(asBuilt: boolean, place: Place = here): string | null {
  const { folder, repository } = place
  const entry = join(folder, 'run.mjs')
  if (!existsSync(join(folder, 'stamp.json')) || !existsSync(entry)) return null
  if (asBuilt) return entry
  const made = stampIn(folder)
  if (made?.repository !== repository || made.node !== process.version) return null
  const touched = made.files.filter(({ path, looks }) => looksOf(join(repository, path)) !== looks)
  if (touched.some(({ path, sha256 }) => hashOf(join(repository, path)) !== sha256)) return null
  if (touched.length > 0) remember(made, place)
  return entry
}

/** The next start need not read what was only touched; where nothing may be written, it will. */
function remember(made: Stamp, { folder, repository }: Place): void {
  const files = made.files.map((file) => ({
    ...file,
    looks: looksOf(join(repository, file.path)),
  }))
  try {
    write(folder, { ...made, files })
  } catch {
    // A folder that is only read.
  }
}

/** Null for one that a start left cut off: the program is then made anew. */
function stampIn(folder: string): Stamp | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'stamp.json'), 'utf8')) as Stamp
  } catch {
    return null
  }
}

/** Whole at once: another start may be reading it. */
function write(to: string, made: Stamp): void {
  const part = join(to, `stamp.json.${process.pid}`)
  writeFileSync(part, JSON.stringify(made))
  renameSync(part, join(to, 'stamp.json'))
}

function looksOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found ? [found.size, found.mtimeNs, found.ctimeNs, found.ino].join(' ') : ''
}

const hashOf = (file: string): string =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('base64') : ''
