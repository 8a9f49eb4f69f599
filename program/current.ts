import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The sources and the folder of the programs bundled of them. */
export type Place = { repository: string; folder: string }

const repository = join(import.meta.dirname, '..')
export const here: Place = {
  repository,
  folder: join(repository, 'node_modules/.cache/qorgan-programs'),
}

const ENTRY = 'run.mjs'
const STAMP = 'stamp.json'
const POINTER = 'current'
const USER = 'user-'

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
  const { repository } = place
  const name = pointedTo(place)
  if (name === null) return null
  const folder = join(place.folder, name)
  const entry = join(folder, ENTRY)
  if (!existsSync(join(folder, STAMP)) || !existsSync(entry)) return null
  if (asBuilt) return entry
  const made = stampIn(folder)
  if (made?.repository !== repository || made.node !== process.version) return null
  const touched = made.files.filter(({ path, looks }) => looksOf(join(repository, path)) !== looks)
  if (touched.some(({ path, sha256 }) => hashOf(join(repository, path)) !== sha256)) return null
  if (touched.length > 0) remember(made, folder, repository)
  return entry
}

/** The next start need not read what was only touched; where nothing may be written, it will. */
function remember(made: Stamp, folder: string, repository: string): void {
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
    return JSON.parse(readFileSync(join(folder, STAMP), 'utf8')) as Stamp
  } catch {
    return null
  }
}

/** Whole at once: another start may be reading it. */
function write(to: string, made: Stamp): void {
  replace(join(to, STAMP), JSON.stringify(made))
}

function replace(file: string, text: string): void {
  const part = `${file}.${process.pid}`
  writeFileSync(part, text)
  renameSync(part, file)
}

/** The program that is to be run; null where none was made. */
function pointedTo({ folder }: Place): string | null {
  try {
    const name = readFileSync(join(folder, POINTER), 'utf8')
    return /^[\da-f]+$/.test(name) ? name : null
  } catch {
    return null
  }
}

/**
 * Puts a stamped program beside those made before and has it run from now on. Its folder has the
 * name of what it was made of, so that no file under a server that runs is ever another one.
 */
export function putInPlace(work: string, place: Place = here): void {
  const { files, node, repository } = stampIn(work) ?? { files: [], node: '', repository: '' }
  const said = [repository, node, ...files.map(({ path, sha256 }) => `${path} ${sha256}`)]
  const name = createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 16)
  const to = join(place.folder, name)
  if (!existsSync(join(to, ENTRY))) {
    // Half of one, whose remover or maker was cut off.
    rmSync(to, { recursive: true, force: true })
    try {
      renameSync(work, to)
    } catch (cause) {
      // Another maker came first, with the same.
      if (!existsSync(join(to, ENTRY))) throw cause
    }
  }
  const before = pointedTo(place)
  replace(join(place.folder, POINTER), name)
  dropUnused([name, ...(before ? [before] : [])], place)
}

/**
 * Says that this process runs a program, until it ends; a folder that is only read is nobody's to
 * clean.
 */
export function uses(entry: string): void {
  const mark = join(dirname(entry), `${USER}${process.pid}`)
  try {
    writeFileSync(mark, '')
    process.on('exit', () => rmSync(mark, { force: true }))
  } catch {
    // As in an image.
  }
}

/**
 * Takes away programs that nobody runs. The one before stays: a start may just have chosen it.
 * A process that was killed leaves its mark, and is seen not to be there.
 */
function dropUnused(kept: readonly string[], { folder }: Place): void {
  for (const one of readdirSync(folder, { withFileTypes: true })) {
    if (!one.isDirectory() || kept.includes(one.name) || !/^[\da-f]+$/.test(one.name)) continue
    const users = readdirSync(join(folder, one.name)).filter((name) => name.startsWith(USER))
    if (!users.some((name) => isAlive(Number(name.slice(USER.length)))))
      rmSync(join(folder, one.name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

function looksOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found ? [found.size, found.mtimeNs, found.ctimeNs, found.ino].join(' ') : ''
}

const hashOf = (file: string): string =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('base64') : ''
