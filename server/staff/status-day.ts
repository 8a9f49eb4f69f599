import { sql } from 'kysely'
import { saleSteps } from '#domain/sale-steps.ts'
import {
  failuresOf,
  QUARTER_MS,
  QUARTERS,
  type Quarter,
  type QuarterState,
  quarterState,
  quarterStates,
  usualMs,
} from '#domain/system-health.ts'
import { systemNames } from '#systems/http.ts'
import type { Db } from '../db/connect.ts'
import { usesOf } from '../telemetry/operation-uses.ts'

/** So many failures of a day are told, the newest first. */
const FAILURES_SHOWN = 4
const EMPTY: Quarter = { calls: 0, failures: 0, answeredMs: 0 }
type QuarterRow = {
  system: string
  operation: string
  quarter: Date
  calls: number
  failures: number
  ms: string
}
type MinuteRow = { system: string; minute: number; calls: string; failures: string; ms: string }

/**
 * A day of each system in quarters of an hour, its usual time, its last fifteen minutes, and what
 * failed when. By the machine's time, as the journal.
 */
export async function dayOfSystems(db: Db, now: Date) {
  const last = Math.floor(now.getTime() / QUARTER_MS)
  const [quarters, minutes] = await Promise.all([quartersOf(db), minutesOf(db)])
  const byOperation = new Map<string, { system: string; uses: Uses; day: Quarter[] }>()
  for (const row of quarters) {
    const place = row.quarter.getTime() / QUARTER_MS - last + QUARTERS - 1
    const key = `${row.system} ${row.operation}`
    const one = byOperation.get(key) ?? {
      system: row.system,
      uses: usesOf(row.system, row.operation),
      day: Array.from({ length: QUARTERS }, () => EMPTY),
    }
    byOperation.set(key, one)
    if (place >= 0 && place < QUARTERS) one.day[place] = quarterIn(row)
  }
  const operations = [...byOperation.values()]
  const days = systemNames.map((system) => {
    const own = operations.filter((one) => one.system === system).map(({ day }) => day)
    // What is now is no part of what is usual.
    const usual = usualMs(
      quarters
        .filter((row) => row.system === system && row.quarter.getTime() / QUARTER_MS < last)
        .map(quarterIn),
    )
    return {
      system,
      day: Array.from({ length: QUARTERS }, (_, place) =>
        sumOf(own.map((day) => day[place] ?? EMPTY)),
      ),
      states: worstOf(own),
      usual,
      minutes: minutes.get(system) ?? [],
    }
  })
  const steps = new Map(
    saleSteps.map((step) => [
      step,
      worstOf(
        operations
          .filter(({ uses }) => uses.some((use) => use.step === step))
          .map(({ day }) => day),
      ),
    ]),
  )
  const failed = days
    .flatMap(({ system, day, states }) =>
      failuresOf(states).map(({ from, to }) => ({
        system,
        from: new Date((last - QUARTERS + 1 + from) * QUARTER_MS),
        to: new Date((last - QUARTERS + 2 + to) * QUARTER_MS),
        going_on: to === QUARTERS - 1,
        failures: day.slice(from, to + 1).reduce((sum, one) => sum + one.failures, 0),
      })),
    )
    .sort((a, b) => b.to.getTime() - a.to.getTime())
    .slice(0, FAILURES_SHOWN)
  return {
    days,
    steps,
    failures: await Promise.all(
      failed.map(async (one) => ({ ...one, hurt: await hurtBy(db, one) })),
    ),
    from: new Date((last - QUARTERS + 1) * QUARTER_MS),
  }
}

type Uses = ReturnType<typeof usesOf>

const sumOf = (quarters: readonly Quarter[]): Quarter =>
  quarters.reduce(
    (sum, one) => ({
      calls: sum.calls + one.calls,
      failures: sum.failures + one.failures,
      answeredMs: sum.answeredMs + one.answeredMs,
    }),
    EMPTY,
  )

/** A day as bad in each quarter as the worst of these operations: none hides behind another. */
const worstOf = (days: readonly Quarter[][]): QuarterState[] =>
  Array.from({ length: QUARTERS }, (_, place) => {
    const states = days.map((day) => quarterState(day[place] ?? EMPTY))
    return quarterStates.toReversed().find((state) => states.includes(state)) ?? 'none'
  })

const quarterIn = ({ calls, failures, ms }: QuarterRow): Quarter => ({
  calls,
  failures,
  answeredMs: Number(ms),
})

async function quartersOf(db: Db): Promise<QuarterRow[]> {
  const { rows } = await sql<QuarterRow>`
    select system, operation, quarter, calls, failures, answered_ms as ms from operation_quarters
    where quarter > now() - interval '7 days'`.execute(db)
  return rows
}

/** The last fifteen minutes of each system, the oldest first: calls, failures, mean answer. */
async function minutesOf(db: Db) {
  const { rows } = await sql<MinuteRow>`
    select system, floor(extract(epoch from now() - started_at) / 60)::int as minute,
      count(*) as calls, count(*) filter (where outcome = 'unavailable') as failures,
      coalesce(sum(duration_ms) filter (where outcome = 'ok'), 0) as ms
    from outside_calls
    where outcome in ('ok', 'unavailable') and started_at > now() - interval '15 minutes' group by 1, 2`.execute(
    db,
  )
  const found = new Map<string, { calls: number; failures: number; ms: number }[]>()
  for (const row of rows) {
    const list =
      found.get(row.system) ?? Array.from({ length: 15 }, () => ({ calls: 0, failures: 0, ms: 0 }))
    const [calls, failures] = [Number(row.calls), Number(row.failures)]
    const answered = calls - failures
    const ms = answered > 0 ? Math.round(Number(row.ms) / answered) : 0
    list[14 - Math.min(14, Math.max(0, row.minute))] = { calls, failures, ms }
    found.set(row.system, list)
  }
  return found
}

/** How many orders, calculations and other things of ours were asked about in vain. */
async function hurtBy(db: Db, { system, from, to }: { system: string; from: Date; to: Date }) {
  const { n } = await db
    .selectFrom('outside_calls')
    .select(({ fn }) => fn.count<string>('key').distinct().as('n'))
    .where('system', '=', system)
    .where('outcome', '=', 'unavailable')
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .executeTakeFirstOrThrow()
  return Number(n)
}
