import type { CallRecord } from '#systems/http.ts'
import type { Db } from '../db/connect.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { addToQuarters } from './selling.ts'
import { callSpan } from './trace.ts'

const FLUSH_MS = 300
const FLUSH_AT = 200
/**
 * More than this waiting means the database is away: the oldest lines are given up, the log has had
 * them.
 */
const KEEP_AT_MOST = 20_000

/**
 * The journal of outgoing calls: collected for a moment and written together, so that no answer
 * waits for it.
 */
export function callJournal(db: Db, log: Log, metrics: Metrics) {
  let waiting: CallRecord[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = []
    if (lines.length === 0) return
    try {
      await db.transaction().execute(async (tx) => {
        await tx.insertInto('outside_calls').values(lines.map(rowOf)).execute()
        await addToQuarters(tx, lines)
      })
    } catch {
      waiting = [...lines, ...waiting].slice(-KEEP_AT_MOST)
    }
  }
  return {
    record: (line: CallRecord) => {
      callSpan(line)
      metrics.outside.observe(
        { system: line.system, operation: line.operation, outcome: line.outcome },
        line.durationMs / 1_000,
      )
      if (line.outcome === 'unavailable')
        log.warn(
          {
            system: line.system,
            operation: line.operation,
            key: line.key,
            ms: line.durationMs,
            note: line.note,
          },
          'an outside call failed',
        )
      waiting.push(line)
      if (waiting.length >= FLUSH_AT) void flush()
      else timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    flush,
  }
}

const rowOf = (line: CallRecord) => ({
  system: line.system,
  operation: line.operation,
  key: line.key,
  started_at: line.startedAt,
  duration_ms: line.durationMs,
  attempts: line.attempts,
  outcome: line.outcome,
  status: line.status,
  note: line.note,
})
