import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writing may take this share of the time; beyond it changes are gathered. A small world is always
 * written at once.
 */
const SHARE = 20
const ALWAYS_AT_ONCE_MS = 5

/**
 * One file written whole, atomically (temporary name, then rename) and synchronously, so that an
 * effect answered over the wire survives a kill. When the world has grown so large that writing it
 * costs real time, further changes wait for their turn.
 */
export function stateFile(file: string | undefined) {
  if (!file) return { write: () => {} }
  mkdirSync(dirname(file), { recursive: true })
  let tookMs = 0
  let endedAt = 0
  let waiting: NodeJS.Timeout | null = null
  let latest: () => string = () => ''

  const now = () => {
    const began = performance.now()
    if (waiting) clearTimeout(waiting)
    waiting = null
    // Only their owner reads a world, whoever made the folder; a file left behind keeps its rights.
    rmSync(`${file}.tmp`, { force: true })
    writeFileSync(`${file}.tmp`, latest(), { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
    endedAt = performance.now()
    tookMs = endedAt - began
  }
  process.once('exit', () => waiting && now())

  return {
    write(content: () => string) {
      latest = content
      if (waiting) return
      const rest = tookMs * SHARE - (performance.now() - endedAt)
      if (tookMs < ALWAYS_AT_ONCE_MS || rest <= 0) return now()
      waiting = setTimeout(now, rest)
    },
  }
}
