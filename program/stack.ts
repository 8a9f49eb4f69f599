import { openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

/** Of each line of a bundled file: its source (two bytes, 0 for none) and its line there (four). */
const RECORD = 6

/**
 * Writes where each line of a bundled file comes from, so that a stack says it without the whole
 * source map in memory (65 MB of it): `file.lines` and `file.sources` beside it. `named` gives the
 * name a source has in a stack.
 */
export function writeLines(file: string, code: string, map: string, named: (of: string) => string) {
  const parsed = JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0]
  const sources = parsed.sources.map(named)
  const numbers = new Map(parsed.sources.map((source, at) => [source, at + 1]))
  const found = new SourceMap(parsed)
  const lines = code.split('\n')
  const table = Buffer.alloc(lines.length * RECORD)
  for (const [at, line] of lines.entries()) {
    const entry = found.findEntry(at, line.search(/\S|$/))
    if (!('originalSource' in entry)) continue
    table.writeUInt16BE(numbers.get(entry.originalSource) ?? 0, at * RECORD)
    table.writeUInt32BE(entry.originalLine + 1, at * RECORD + 2)
  }
  writeFileSync(`${file}.lines`, table)
  writeFileSync(`${file}.sources`, JSON.stringify(sources))
}

const opened = new Map<string, { table: number; sources: string[] } | null>()
const place = /(?:file:\/\/)?([^\s()]+\.mjs):(\d+):\d+/g

/** A stack of the bundled program with the files and lines of its sources. */
export const sourceStack = (stack: string): string =>
  stack.replaceAll(place, (whole, file: string, line: string) => sourceOf(file, +line) ?? whole)

function sourceOf(path: string, line: number): string | null {
  const file = opened.has(path) ? opened.get(path) : open(path)
  if (!file) return null
  const record = Buffer.alloc(RECORD)
  if (readSync(file.table, record, 0, RECORD, (line - 1) * RECORD) < RECORD) return null
  const source = file.sources[record.readUInt16BE(0) - 1]
  return source ? `${source}:${record.readUInt32BE(2)}` : null
}

function open(file: string) {
  let found: { table: number; sources: string[] } | null = null
  try {
    const sources = JSON.parse(readFileSync(`${file}.sources`, 'utf8')) as string[]
    found = { table: openSync(`${file}.lines`, 'r'), sources }
  } catch {
    // No file of a bundle: its own lines are right.
  }
  opened.set(file, found)
  return found
}

/** From here on what is thrown names the lines of the sources. Costs only where a stack is read. */
export function nameSources(): void {
  Error.prepareStackTrace = (error: Error, sites) =>
    sourceStack([String(error), ...sites.map((site) => `    at ${site}`)].join('\n'))
}
