import { sql } from 'kysely'
import {
  JUDGED_MS,
  nobody,
  type OperationFacts,
  type SaleStep,
  type SaleVerdict,
  type StepVerdict,
  saleSteps,
  saleVerdict,
  stepVerdict,
  type Waiting,
} from '#domain/sale-steps.ts'
import { withStandIns } from '#domain/sms-gateways.ts'
import { usualAllowance } from '#domain/system-health.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { paid } from './database-counts.ts'
import { knownOperations, usesOf } from './operation-uses.ts'

/** So many failures in a row are counted; more say nothing new. */
const COUNTED_IN_ROW = 50
/** A policy follows the payment within seconds: who has paid so lately does not wait yet. */
const ISSUED_WITHIN_MS = 10_000
/** Everybody who looks within so long is told the same: one read for all desks of a process. */
const FRESH_MS = 3_000

export type Selling = {
  verdict: SaleVerdict
  steps: StepVerdict[]
  operations: OperationFacts[]
  at: Date
}
type Needs = Pick<Deps, 'db' | 'clock'>

const last = new WeakMap<Needs['db'], { at: number; selling: Promise<Selling> }>()

/** Whether selling goes on, as it was `FRESH_MS` ago at most. */
export function sellingNow(deps: Needs): Promise<Selling> {
  const known = last.get(deps.db)
  if (known && performance.now() - known.at < FRESH_MS) return known.selling
  const selling = readSelling(deps)
  last.set(deps.db, { at: performance.now(), selling })
  // A database that was away is asked again at once.
  selling.catch(() => last.delete(deps.db))
  return selling
}

/** The same from the database as it is. Its journal has the machine's time, orders the product's. */
export async function readSelling({ db, clock }: Needs): Promise<Selling> {
  const now = new Date()
  const [operations, paidNotIssued, unmade, listsFresh, queueLate] = await Promise.all([
    operationFacts(db),
    waitingForPolicies(db, clock.now()),
    papersUnmade(db),
    listsAreFresh(db),
    isQueueLate(db, clock.today()),
  ])
  const waiting: Partial<Record<SaleStep, Waiting>> = {
    register: paidNotIssued.ogpo ?? nobody,
    home_register: paidNotIssued.home ?? nobody,
    papers: unmade,
  }
  const steps = saleSteps.map((step) => stepVerdict(step, operations, now, waiting[step]))
  const all = Object.values(paidNotIssued)
  const since = all.flatMap((one) => one.since ?? []).sort((a, b) => a.getTime() - b.getTime())
  const verdict = saleVerdict({
    steps,
    listsFresh,
    queueLate,
    paidNotIssued: {
      count: all.reduce((sum, { count }) => sum + count, 0),
      since: since[0] ?? null,
    },
  })
  return { verdict, steps, operations, at: now }
}

type Row = {
  system: string
  operation: string
  calls: string
  failures: string
  slowest: number | null
  last_ok: Date | null
  last_failure: Date | null
  in_row: string
  failing_since: Date | null
}

/**
 * What happened to each operation: the last five minutes, and how long it has failed since it last
 * went through. Operations that only rows or settings name are found in the last days.
 */
async function operationFacts(db: Sql): Promise<OperationFacts[]> {
  const { rows } = await sql<Row>`
    with recent as (
      select system, operation, count(*) as calls, count(*) filter (where outcome = 'unavailable') as failures,
        percentile_disc(0.9) within group (order by duration_ms) filter (where outcome = 'ok') as slowest
      from outside_calls
      where outcome in ('ok', 'unavailable') and started_at > now() - make_interval(secs => ${JUDGED_MS / 1_000})
      group by 1, 2
    ), known as (
      select * from unnest(${knownOperations.map(({ system }) => system)}::text[],
        ${knownOperations.map(({ operation }) => operation)}::text[]) as named (system, operation)
      union select system, operation from operation_quarters where quarter > now() - interval '1 day'
      union select system, operation from recent
    )
    select system, operation, coalesce(calls, 0) as calls, coalesce(failures, 0) as failures, slowest,
      ok.started_at as last_ok, bad.started_at as last_failure, coalesce(run.in_row, 0) as in_row, run.failing_since
    from known
    left join recent using (system, operation)
    left join lateral (
      select started_at from outside_calls as one
      where one.system = known.system and one.operation = known.operation and outcome = 'ok'
      order by started_at desc limit 1
    ) as ok on true
    left join lateral (
      select started_at from outside_calls as one
      where one.system = known.system and one.operation = known.operation and outcome = 'unavailable'
      order by started_at desc limit 1
    ) as bad on true
    left join lateral (
      select count(*) as in_row, min(started_at) as failing_since from (
        select started_at from outside_calls as one
        where one.system = known.system and one.operation = known.operation and outcome = 'unavailable'
          and started_at > coalesce(ok.started_at, '-infinity')
        order by started_at limit ${COUNTED_IN_ROW}
      ) as failed
    ) as run on bad.started_at > coalesce(ok.started_at, '-infinity')`.execute(db)
  const facts = rows.map((row) => ({
    system: row.system,
    operation: row.operation,
    uses: usesOf(row.system, row.operation),
    calls: Number(row.calls),
    failures: Number(row.failures),
    slowestMs: row.slowest,
    lastOk: row.last_ok,
    lastFailure: row.last_failure,
    failuresInRow: Number(row.in_row),
    failingSince: row.failing_since,
  }))
  return withStandIns(facts)
}

/** Sales that are paid and have no policy, by product. */
async function waitingForPolicies(db: Sql, now: Date): Promise<Record<string, Waiting>> {
  const rows = await paid(db, new Date(now.getTime() - ISSUED_WITHIN_MS))
  return Object.fromEntries(
    rows.map(({ name, n, since }) => [name, { count: Number(n), since }] as const),
  )
}

/** Policies whose documents could not be made at the first try. */
async function papersUnmade(db: Sql): Promise<Waiting> {
  const { rows } = await sql<{ n: string; since: Date | null }>`
    select count(*) as n, min(created_on) as since from pgboss.job
    where name in ('documents', 'home-documents') and state = 'retry'`.execute(db)
  return { count: Number(rows[0]?.n ?? 0), since: rows[0]?.since ?? null }
}

async function listsAreFresh(db: Sql): Promise<boolean> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from aml_lists
    where effect <> 'flag' and not exists (
      select from aml_versions where list_code = code
        and confirmed_at > now() - make_interval(hours => max_age_hours))`.execute(db)
  return Number(rows[0]?.n ?? 0) === 0
}

/** Whether the oldest work of a queue waits longer than its row of the reference allows. */
async function isQueueLate(db: Sql, today: string): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select exists (
      select from (
        select name, min(created_on) as oldest from pgboss.job
        where state < 'completed' and start_after <= now() group by name
      ) as due
      where oldest < now() - make_interval(mins => coalesce((
        select minutes from queue_allowances where job = name and effective_from <= ${today}
          and (effective_to is null or effective_to >= ${today}) limit 1), ${usualAllowance}))
    ) as late`.execute(db)
  return rows[0]?.late === true
}
