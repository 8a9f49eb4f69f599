import { sql } from 'kysely'
import { QUARTER_MS } from '#domain/system-health.ts'
import type { CallRecord } from '#systems/http.ts'
import type { Tx } from '../db/connect.ts'

/**
 * Adds calls to the quarters of an hour they began in, by operation, in one statement. Rows go in the order of
 * their key, so that two processes never wait for each other in a ring.
 */
export async function addToQuarters(tx: Tx, lines: readonly CallRecord[]): Promise<void> {
  const sums = new Map<string, Row>()
  for (const { system, operation, startedAt, outcome, durationMs } of lines) {
    // What the other side refused of one person says nothing of it.
    if (outcome !== 'ok' && outcome !== 'unavailable') continue
    const quarter = new Date(Math.floor(startedAt.getTime() / QUARTER_MS) * QUARTER_MS)
    const key = `${system} ${operation} ${quarter.toISOString()}`
    const row = sums.get(key) ?? {
      system,
      operation,
      quarter,
      calls: 0,
      failures: 0,
      answered_ms: 0,
    }
    const isAnswered = outcome === 'ok'
    sums.set(key, {
      ...row,
      calls: row.calls + 1,
      failures: row.failures + (isAnswered ? 0 : 1),
      answered_ms: row.answered_ms + (isAnswered ? durationMs : 0),
    })
  }
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  if (rows.length === 0) return
  await tx
    .insertInto('operation_quarters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['system', 'operation', 'quarter']).doUpdateSet({
        calls: sql`operation_quarters.calls + excluded.calls`,
        failures: sql`operation_quarters.failures + excluded.failures`,
        answered_ms: sql`operation_quarters.answered_ms + excluded.answered_ms`,
      }),
    )
    .execute()
}

type Row = {
  system: string
  operation: string
  quarter: Date
  calls: number
  failures: number
  answered_ms: number
}
