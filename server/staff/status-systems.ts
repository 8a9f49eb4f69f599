import { sql } from 'kysely'
import { type OperationFacts, operationState } from '#domain/sale-steps.ts'
import { FAILING_SHARE, SLOW_MS, type SystemState } from '#domain/system-health.ts'
import { type SystemName, systemNames } from '#systems/system-names.ts'
import type { Db } from '../db/connect.ts'
import { masked } from './mask.ts'

/**
 * The share of failures is that of so many minutes. The journal's times are those of the machine,
 * not of the product's clock.
 */
const WINDOW_MINUTES = 15

type Journal = {
  system: string
  calls: string
  failures: string
  slowest: number | null
  last_ok: Date | null
  last_bad: Date | null
  note: string | null
}

/** How each outside system answered last: as badly as the worst of its operations. */
export async function systemsOf(db: Db, operations: readonly OperationFacts[], now: Date) {
  const { rows } = await sql<Journal>`
    select system, count(*) as calls, count(*) filter (where outcome = 'unavailable') as failures,
      percentile_disc(0.9) within group (order by duration_ms) as slowest,
      max(started_at) filter (where outcome = 'ok') as last_ok,
      max(started_at) filter (where outcome = 'unavailable') as last_bad,
      (array_agg(note order by started_at desc) filter (where outcome = 'unavailable'))[1] as note
    from outside_calls
    where outcome in ('ok', 'unavailable') and started_at > now() - make_interval(mins => ${WINDOW_MINUTES})
    group by 1`.execute(db)
  const recent = new Map(rows.map((row) => [row.system, row]))
  return systemNames.map((system) =>
    systemState(
      system,
      recent.get(system),
      operations.filter((one) => one.system === system),
      now,
    ),
  )
}

function systemState(
  system: SystemName,
  row: Journal | undefined,
  operations: readonly OperationFacts[],
  now: Date,
) {
  const [calls, failures] = [Number(row?.calls ?? 0), Number(row?.failures ?? 0)]
  const lastOk = latest(operations.map((one) => one.lastOk))
  const lastBad = latest(operations.map((one) => one.lastFailure))
  const slowest = row?.slowest ?? null
  const failing = operations.filter((one) => operationState(one, now) === 'fails')
  return {
    system,
    state: judged({ lastOk, lastBad, calls, failures, slowest, isFailing: failing.length > 0 }),
    last_success: lastOk?.toISOString() ?? null,
    last_failure: lastBad?.toISOString() ?? null,
    calls,
    failures,
    answer_ms: slowest,
    note: row?.note ? masked(row.note) : null,
    /** The operations that fail now, by the wire's names. */
    failing: failing.map(({ operation }) => operation),
  }
}

const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((last, at) => (at && (!last || at > last) ? at : last), null)

/** Down: nothing has gone through lately, and the last thing heard of it was a failure. */
function judged({
  lastOk,
  lastBad,
  calls,
  failures,
  slowest,
  isFailing,
}: {
  lastOk: Date | null
  lastBad: Date | null
  calls: number
  failures: number
  slowest: number | null
  isFailing: boolean
}): SystemState {
  if (!lastOk && !lastBad) return 'unknown'
  if (lastBad && (!lastOk || lastBad > lastOk) && calls === failures) return 'down'
  if (isFailing || (failures > 0 && failures / calls > FAILING_SHARE)) return 'failing'
  return slowest !== null && slowest >= SLOW_MS ? 'slow' : 'up'
}
