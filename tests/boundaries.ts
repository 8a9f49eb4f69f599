import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/**
 * The house's walls as data: which room may import which. Rooms not named (tests, scripts, start)
 * may import anything but lab/, which has dependencies of its own; lab/ may import anything.
 */
const may: Record<string, readonly string[]> = {
  domain: ['domain'],
  contract: ['contract', 'domain', 'brand'],
  // Of the domain the names of what has words: languages, refusals.
  texts: ['texts', 'domain', 'brand'],
  systems: ['systems', 'domain'],
  documents: ['documents', 'domain', 'texts', 'brand'],
  server: ['server', 'domain', 'contract', 'texts', 'systems', 'documents', 'brand'],
  web: ['web', 'contract', 'domain', 'texts', 'brand'],
  sandbox: ['sandbox', 'systems', 'domain', 'brand'],
}
/** Files of `systems/` itself, shared by the systems behind them. */
const sharedBySystems = [
  'http.ts',
  'shep.ts',
  'shep-xml.ts',
  'shep-sign.ts',
  'time-limits.ts',
  'system-names.ts',
  'consent.ts',
  'gbd.ts',
  'gbd-status.ts',
]
const sharedBySandboxes = [
  'sandbox-kit.ts',
  'shep-sandbox.ts',
  'consent-sandbox.ts',
  'gbd-sandbox.ts',
]
type Layer = { rooms: readonly string[]; imports: readonly string[]; reason: string }
/** The rooms of the server in layers; none imports one above it. */
const serverLayers: Record<string, Layer> = {
  base: {
    rooms: ['http', 'db', 'settings', 'telemetry', 'jobs', 'products', 'sheets'],
    imports: ['base'],
    reason:
      'what a call, a row, a setting, a span, a job or a sheet needs; of products only what one says',
  },
  nouns: {
    rooms: [
      'accounts',
      'audit',
      'codes',
      'consent',
      'persons',
      'messaging',
      'partners',
      'esbd',
      'orders',
      'policies',
      'contracts',
      'payments',
      'cards',
      'kyc',
      'quotes',
      'reference',
      'signatures',
      'files',
      'notes',
    ],
    imports: ['base', 'nouns'],
    reason: 'what several slices speak of: each thing once, whoever sells or shows it',
  },
  slices: {
    rooms: [
      'ogpo',
      'home',
      'cabinet',
      'promoter',
      'staff',
      'reports',
      'claims',
      'egov',
      'feedback',
      'renewal',
      'reference-desk',
      'users',
    ],
    imports: ['base', 'nouns'],
    reason: 'one feature each: what two of them need is a noun, or is handed in by the root',
  },
  root: {
    rooms: ['setup'],
    imports: ['base', 'nouns', 'slices', 'root'],
    reason: 'the files of server/ itself and what fills a new database: they assemble the rest',
  },
}
/** Files of the root that any room may import: types of what the root hands to everybody. */
const handedIn = ['server/deps.ts', 'server/clock.ts']

const layerOf = (room: string): Layer | undefined =>
  room.endsWith('.ts')
    ? serverLayers.root
    : Object.values(serverLayers).find(({ rooms }) => rooms.includes(room))

/** Why one file of the server may not import another, or null. */
function serverWall(target: string, part: string, thatPart: string): string | null {
  if (thatPart === part || handedIn.includes(target)) return null
  const [here, there] = [layerOf(part), layerOf(thatPart)]
  if (!here) return `server/${part} is in no layer`
  if (!there) return `server/${thatPart} is in no layer`
  const allowed = here.imports.some((name) => serverLayers[name] === there)
  return allowed ? null : `server/${part} may not import server/${thatPart}: ${here.reason}`
}

const IMPURE =
  /\b(Date\.now\(|new Date\(\)|Math\.random\(|process\.|fetch\(|async |await |crypto\.)/

const IMPORT =
  /(?:^|\n)\s*(?:import\s+(?:[^'"]*?from\s*)?|export\s+(?:type\s+)?(?:\*|\{)[^'"]*?from\s*)['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g
const isTest = (file: string) =>
  /\.test\.tsx?$|(^|\/)(exchange-kit|read-pdf|example-facts)\.ts$/.test(file)

export type Import = { file: string; target: string }

/** What a file's import lines name, as paths from the root; packages are left out. */
export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].flatMap((found) => {
    const name = found[1] ?? found[2] ?? ''
    if (name.startsWith('#'))
      return [{ file, target: name === '#brand' ? 'brand.ts' : name.slice(1) }]
    return name.startsWith('./') || name.startsWith('../')
      ? [{ file, target: join(dirname(file), name).split(sep).join('/') }]
      : []
  })
}

/** Why an import is not allowed, or null. */
export function wall({ file, target }: Import): string | null {
  const [room = '', part = ''] = file.split('/')
  const [there = '', thatPart = ''] = target.split('/')
  if (there === 'lab' && room !== 'lab') return 'nothing of the product may import lab'
  if (isTest(file)) return null
  const allowed = may[room]
  if (!allowed) return null
  // A report's columns are defined once, with their names: lines of the wire are made from them.
  if (room === 'contract' && target === 'texts/report-columns.ts') return null
  const targetRoom = there === 'brand.ts' ? 'brand' : there
  if (!allowed.includes(targetRoom)) return `${room} may not import ${targetRoom}`
  if (isTest(target)) return 'only tests may import test helpers'
  const isSandbox = (path: string) =>
    /(^|\/)(sandbox[\w-]*|(shep|consent|gbd)-sandbox)\.ts$/.test(path) &&
    path.startsWith('systems/')
  if (isSandbox(target) && room !== 'sandbox' && !isSandbox(file))
    return 'only the sandbox may import the other side of a system'
  if (
    room === 'systems' &&
    there === 'systems' &&
    part.endsWith('.ts') === false &&
    thatPart !== part
  ) {
    const shared = isSandbox(file) ? [...sharedBySystems, ...sharedBySandboxes] : sharedBySystems
    // Systems that do the same stand behind one port; its file alone may be asked for.
    if (!shared.includes(thatPart) && !/^systems\/[^/]+\/port\.ts$/.test(target))
      return 'one system may not import another'
  }
  if (room === 'server' && there === 'server') return serverWall(target, part, thatPart)
  return null
}

/** Files that import each other, values or types, in a ring; each ring sorted. */
export function circles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { file, target } of imports)
    if (!isTest(file)) next.set(file, [...(next.get(file) ?? []), target])
  const rings: string[][] = []
  // Tarjan's strongly connected components.
  const index = new Map<string, number>()
  const [path, onPath]: [string[], Set<string>] = [[], new Set()]
  const visit = (file: string): number => {
    index.set(file, index.size)
    let lowest = index.size - 1
    path.push(file)
    onPath.add(file)
    for (const target of next.get(file) ?? [])
      if (!index.has(target)) lowest = Math.min(lowest, visit(target))
      else if (onPath.has(target)) lowest = Math.min(lowest, index.get(target) ?? lowest)
    if (lowest !== index.get(file)) return lowest
    const ring = path.splice(path.indexOf(file))
    for (const one of ring) onPath.delete(one)
    if (ring.length > 1 || next.get(file)?.includes(file)) rings.push(ring.sort())
    return lowest
  }
  for (const file of next.keys()) if (!index.has(file)) visit(file)
  return rings
}

/** Why a file of the domain is not pure, or null. */
export function impurity(file: string, source: string): string | null {
  if (!file.startsWith('domain/') || isTest(file)) return null
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
  const found = IMPURE.exec(code)
  return found ? `the domain has no clock, chance, process or waiting: ${found[0]}` : null
}

/** What a third language would pass by: each has its table or helper in domain/locale.ts. */
const LANGUAGE_TRAPS: readonly [RegExp, string][] = [
  [/[=!]==?\s*'(kz|ru|kk)'|'(kz|ru|kk)'\s*[=!]==?|\bcase '(kz|ru|kk)'/, 'compares a language'],
  [/'(kz|ru|kk)'\s*\|\s*'(kz|ru|kk)'|\[\s*'(kz|ru)',\s*'(kz|ru)',?\s*\]/, 'lists the languages'],
  [/\bkz: (string|z\.\w+\(.*?\));? *,? *ru: \1 *,?;? *\}/, 'spells out a type by language'],
  [/\.(name|title|text)_(kz|ru)\b/, 'reads the column of one language'],
]

/** Why a file would not learn of a new language, or null. */
export function languageTrap(file: string, source: string): string | null {
  if (file === 'domain/locale.ts') return null
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, '')
  for (const [pattern, what] of LANGUAGE_TRAPS) {
    const found = pattern.exec(code)
    if (found) return `${what}: ${found[0]}`
  }
  return null
}

export function sources(root: string): { file: string; source: string }[] {
  const skip = new Set(['node_modules', 'dist', '.git', '.data', 'test-results'])
  // What is skipped is not looked into either: a build may be at work there.
  return globSync('**/*.{ts,tsx}', {
    cwd: root,
    exclude: (entry) => skip.has(entry.split(sep).at(-1) ?? ''),
  })
    .map((file) => file.split(sep).join('/'))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
}
