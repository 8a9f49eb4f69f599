import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { JournalEntry } from '#systems/sandbox-kit.ts'

/** The journal as lines appended to a file; shortened when it is read. */
export function journalFile(file: string | undefined, length: number) {
  if (!file) return { read: (): JournalEntry[] => [], append: () => {} }
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file)) chmodSync(file, 0o600)
  return {
    read(): JournalEntry[] {
      if (!existsSync(file)) return []
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
      const last = lines.slice(-length)
      if (last.length < lines.length) writeFileSync(file, `${last.join('\n')}\n`, { mode: 0o600 })
      return last.flatMap(entryOf)
    },
    append: (entry: JournalEntry) =>
      appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
  }
}

/** A line cut off by a kill is left out. */
function entryOf(line: string): JournalEntry[] {
  try {
    return [JSON.parse(line) as JournalEntry]
  } catch {
    return []
  }
}
