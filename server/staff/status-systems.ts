import { sql } from 'kysely'
import { FAILING_SHARE, SLOW_MS } from '#domain/system-health.ts'
import { type SystemName, systemNames } from '#systems/system-names.ts'
import type { Db } from '../db/connect.ts'
import { masked } from './mask.ts'

/**
 * The share of failures is that of so many minutes. The journal's times are those of the machine,
 * not of the product's clock.
 */
const WINDOW_MINUTES = 15

/** How each outside system answered last. */
export const systemsOf = (db: Db) =>
  Promise.all(systemNames.map((system) => systemState(db, system)))

type Journal = {
  last_ok: Date | null
  last_bad: Date | null
  note: string | null
  calls: string
  failures: string
  slowest: number | null
}

async function systemState(db: Db, system: SystemName) {
  const { rows } = await sql<Journal>`
    select
      (select started_at from outside_calls where system = ${system} and outcome = 'ok' order by started_at desc limit 1) as last_ok,
      bad.started_at as last_bad, bad.note,
      count(recent.id) as calls, count(recent.id) filter (where recent.outcome <> 'ok') as failures,
      percentile_disc(0.9) within group (order by recent.duration_ms) as slowest
    from (select 1) as one
    left join lateral (
      select started_at, note from outside_calls where system = ${system} and outcome = 'unavailable' order by started_at desc limit 1
    ) as bad on true
    left join outside_calls as recent
      on recent.system = ${system} and recent.outcome in ('ok', 'unavailable')
      and recent.started_at > now() - make_interval(mins => ${WINDOW_MINUTES})
    group by bad.started_at, bad.note`.execute(db)
  const row = rows[0]
  const [calls, failures] = [Number(row?.calls ?? 0), Number(row?.failures ?? 0)]
  const lastOk = row?.last_ok ?? null
  const lastBad = row?.last_bad ?? null
  const slowest = row?.slowest ?? null
  return {
    system,
    state: judged({ lastOk, lastBad, calls, failures, slowest }),
    last_success: lastOk?.toISOString() ?? null,
    last_failure: lastBad?.toISOString() ?? null,
    calls,
    failures,
    answer_ms: slowest,
    note: row?.note ? masked(row.note) : null,
  }
}

/** Down: the last thing heard of it was a failure. */
function judged({
  lastOk,
  lastBad,
  calls,
  failures,
  slowest,
}: {
  lastOk: Date | null
  lastBad: Date | null
  calls: number
  failures: number
  slowest: number | null
}) {
  if (!lastOk && !lastBad) return 'unknown' as const
  if (lastBad && (!lastOk || lastBad > lastOk)) return 'down' as const
  if (failures > 0 && failures / calls > FAILING_SHARE) return 'failing' as const
  return slowest !== null && slowest >= SLOW_MS ? ('slow' as const) : ('up' as const)
}
