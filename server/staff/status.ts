import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import {
  type OperationFacts,
  operationState,
  type SaleVerdict,
  type StepVerdict,
  saleSteps,
  type Waiting,
} from '#domain/sale-steps.ts'
import { carrierOf, isSmsGateway } from '#domain/sms-gateways.ts'
import {
  FAILING_SHARE,
  failuresOf,
  QUARTER_MS,
  QUARTERS,
  type Quarter,
  type QuarterState,
  quarterState,
  quarterStates,
  SLOW_MS,
  type SystemState,
  systemPlaces,
  usualAllowance,
  usualMs,
} from '#domain/system-health.ts'
import { type SystemName, systemNames } from '#systems/system-names.ts'
import type { Db } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { basisLines, openFindings } from '../esbd/findings.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { desks } from '../products/products.ts'
import type { Config } from '../settings/config.ts'
import { paid } from '../telemetry/database-counts.ts'
import { readSelling, sellingNow, usesOf } from '../telemetry/selling.ts'
import { deafMailboxes } from './alarm.ts'
import { masked } from './orders.ts'

/** Returns whether sales continue, for the footer of every desk. */
export const staffSelling = handle('staffSelling', async (_body, context) => {
  const { verdict, at } = await sellingNow(context)
  return ok({
    verdict: verdictReply(verdict),
    systems: watchedSystems(context.config).length,
    at: at.toISOString(),
  })
})

const waitingReply = ({ count, since }: Waiting) => ({
  count,
  since: since?.toISOString() ?? null,
})

const verdictReply = (verdict: SaleVerdict) => ({
  ...verdict,
  since: verdict.since?.toISOString() ?? null,
  waiting: waitingReply(verdict.waiting),
})

const stepReply = ({ lastOk, since, waiting, ...step }: StepVerdict) => ({
  ...step,
  since: since?.toISOString() ?? null,
  last_ok: lastOk?.toISOString() ?? null,
  waiting: waitingReply(waiting),
})

/** Failures of a day shown, newest first. */
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
async function dayOfSystems(db: Db, now: Date) {
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
    // The current quarter is no part of the usual.
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
    where outcome in ('ok', 'refused', 'unavailable') and started_at > now() - interval '15 minutes' group by 1, 2`.execute(
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

/** Counts our orders, calculations and others whose queries failed. */
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

/**
 * Open differences with the unified database, in the reader's language, each with its order's
 * number.
 */
async function differencesOf({
  db,
  clock,
  reference,
  locale,
}: Pick<Deps, 'db' | 'clock' | 'reference'> & { locale: Locale }) {
  const open = await openFindings(db)
  if (open.length === 0) return []
  const today = clock.today()
  const [tables, insurers, numbers] = await Promise.all([
    reference.tables(today),
    reference.insurers(today),
    numbersOf(db, open),
  ])
  return open.map(({ basis, ...one }) => {
    const insurer = insurers.find(({ esbdSystemId }) => esbdSystemId === basis?.insurerSystemId)
    return {
      ...one,
      ...(numbers.get(one.about) ?? { number: null, order_id: null }),
      rows: basis
        ? basisLines(basis, locale, { tables, insurer: insurer?.name[locale] ?? null })
        : one.rows,
      note: basis && insurer ? '' : masked(one.note),
    }
  })
}

/** Numbers of the sales among what the findings are about. */
async function numbersOf(db: Db, open: readonly { about: string }[]) {
  const ids = open.map(({ about }) => about)
  const sales = await Promise.all(desks().map((desk) => desk.numbers(db, ids)))
  return new Map(sales.flat().map(({ id, number }) => [id, { number, order_id: id }] as const))
}

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

/** Systems the product calls: all except SMS gateways that the settings do not name. */
const watchedSystems = ({ systems: { smsOrder } }: Config): SystemName[] =>
  systemNames.filter((system) => !isSmsGateway(system) || smsOrder.includes(system))

/** Returns each outside system's last state: that of its worst operation. */
async function systemsOf(db: Db, operations: readonly OperationFacts[], now: Date) {
  const { rows } = await sql<Journal>`
    select system, count(*) as calls, count(*) filter (where outcome = 'unavailable') as failures,
      percentile_disc(0.9) within group (order by duration_ms) as slowest,
      max(started_at) filter (where outcome = 'ok') as last_ok,
      max(started_at) filter (where outcome = 'unavailable') as last_bad,
      (array_agg(note order by started_at desc) filter (where outcome = 'unavailable'))[1] as note
    from outside_calls
    where outcome in ('ok', 'refused', 'unavailable') and started_at > now() - make_interval(mins => ${WINDOW_MINUTES})
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

/** Down: no recent success, and the last result was a failure. */
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

/** Returns the state of the outside systems, the queues and the lists' age. */
export const staffStatus = handle('staffStatus', async (_body, context) => {
  const { db, locale } = context
  const now = new Date()
  const [selling, day, queues, lists, differences, waiting] = await Promise.all([
    readSelling(context),
    dayOfSystems(db, now),
    queuesOf(db, context.clock.today()),
    listsOf(db),
    differencesOf(context),
    paidNotIssued(db),
  ])
  const systems = await systemsOf(db, selling.operations, now)
  const { smsOrder } = context.config.systems
  const watched = watchedSystems(context.config)
  const carrier = smsOrder.length > 1 ? carrierOf(smsOrder, selling.operations) : null
  return ok({
    systems: systems
      .filter(({ system }) => watched.includes(system))
      .map((one) => ({
        ...one,
        carries:
          carrier && isSmsGateway(one.system) && smsOrder.includes(one.system)
            ? one.system === carrier
            : null,
        ...daily(day.days, one.system),
      }))
      .toSorted((a, b) => order.indexOf(a.system) - order.indexOf(b.system)),
    verdict: verdictReply(selling.verdict),
    steps: selling.steps.map((one) => ({
      ...stepReply(one),
      quarters: day.steps.get(one.step) ?? [],
    })),
    day_from: day.from.toISOString(),
    failures: day.failures.map((one) => ({
      ...one,
      from: one.from.toISOString(),
      to: one.to.toISOString(),
    })),
    queues,
    lists: lists.map((list) => ({
      code: list.code,
      title: columnIn(list, 'title', locale),
      version: list.version,
      confirmed_at: list.confirmed_at?.toISOString() ?? null,
      fresh: list.young,
      max_age_hours: list.max_age_hours,
    })),
    differences,
    paid_not_issued: waiting,
    deaf_mailboxes: await deafMailboxes(context),
    at: now.toISOString(),
  })
})

const order = Object.keys(systemPlaces)

/** A system's day beside how it answers now. */
function daily(days: Awaited<ReturnType<typeof dayOfSystems>>['days'], system: SystemName) {
  const own = days.find((one) => one.system === system)
  const minutes = own?.minutes ?? []
  const answered = minutes.reduce((sum, { calls, failures }) => sum + calls - failures, 0)
  const ms = minutes.reduce((sum, one) => sum + one.ms * (one.calls - one.failures), 0)
  return {
    stage: systemPlaces[system].stage,
    usual_ms: own?.usual ?? null,
    mean_ms: answered > 0 ? Math.round(ms / answered) : null,
    minutes,
    quarters: own?.states ?? [],
  }
}

/** Sales of every product that are paid and have no policy yet. */
async function paidNotIssued(db: Db): Promise<number> {
  return (await paid(db)).reduce((sum, { n }) => sum + Number(n), 0)
}

type QueueRow = {
  name: string
  waiting: string
  active: string
  retrying: string
  later: string
  oldest: Date | null
}

/** Unfinished jobs; delayed ones count separately: they do not wait yet. */
async function queuesOf(db: Db, today: Day) {
  const allowances = await db
    .selectFrom('queue_allowances')
    .select(['job', 'minutes'])
    .where('effective_from', '<=', today)
    .where((expression) =>
      expression.or([
        expression('effective_to', 'is', null),
        expression('effective_to', '>=', today),
      ]),
    )
    .execute()
  const allowed = new Map(allowances.map(({ job, minutes }) => [job, minutes]))
  const { rows } = await sql<QueueRow>`
    select name, count(*) filter (where state = 'created' and start_after <= now()) as waiting,
      count(*) filter (where state = 'active') as active, count(*) filter (where state = 'retry') as retrying,
      count(*) filter (where state = 'created' and start_after > now()) as later,
      min(created_on) filter (where state < 'completed' and start_after <= now()) as oldest
    from pgboss.job where state < 'completed' group by name order by name`.execute(db)
  return rows.map((row) => ({
    job: row.name,
    waiting: Number(row.waiting),
    active: Number(row.active),
    retrying: Number(row.retrying),
    later: Number(row.later),
    oldest: row.oldest?.toISOString() ?? null,
    allowed: allowed.get(row.name) ?? usualAllowance,
  }))
}

const listsOf = (db: Db) =>
  db
    .selectFrom('aml_lists')
    .leftJoinLateral(
      (expression) =>
        expression
          .selectFrom('aml_versions')
          .select(['aml_versions.version', 'aml_versions.confirmed_at'])
          .whereRef('aml_versions.list_code', '=', 'aml_lists.code')
          .orderBy('aml_versions.confirmed_at', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select([
      'aml_lists.code',
      ...localeColumns('aml_lists.title'),
      'aml_lists.effect',
      'aml_lists.max_age_hours',
      'latest.version',
      'latest.confirmed_at',
    ])
    .select(
      sql<boolean>`coalesce(latest.confirmed_at > now() - make_interval(hours => aml_lists.max_age_hours), false)`.as(
        'young',
      ),
    )
    .orderBy('aml_lists.code')
    .execute()
