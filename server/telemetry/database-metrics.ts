import type { Gauge } from 'prom-client'
import { addDays } from '#domain/calendar.ts'
import type { Db } from '../db/connect.ts'
import { durabilityOf } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { jobNames } from '../jobs/definitions.ts'
import { namedReads } from '../products/products.ts'
import {
  type Counted,
  jobsDue,
  jobsFailed,
  lastBackup,
  lists,
  messages,
  oldestHomeCharge,
  paid,
  refunds,
} from './database-counts.ts'
import { readSelling } from './selling.ts'

/** Several collectors, or an impatient one, cost no more than one. */
const FRESH_MS = 5_000
/** Tables of a new year are missed this many days before they are needed. */
const TARIFF_AHEAD_DAYS = 14
/** As in the sweep: a message that could not be sent for so long is given up. */
const NOTIFY_FOR_HOURS = 48

/**
 * Reads the figures for alerts that no process has alone: from the database when a collector asks,
 * on one connection, each by a small index. If the database does not answer, the last figures
 * remain and `figuresRead` shows it.
 */
export function databaseMetrics(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'metrics' | 'reference' | 'config'>,
): () => Promise<void> {
  let reading: Promise<void> | null = null
  let readAt = Number.NEGATIVE_INFINITY
  const read = async () => {
    const { metrics, db } = deps
    try {
      await db.connection().execute((one) => readAll(one, deps))
      metrics.durable.set((await isDurable(deps)) ? 1 : 0)
      metrics.figuresRead.set(1)
      readAt = performance.now()
    } catch {
      metrics.figuresRead.set(0)
    } finally {
      reading = null
    }
  }
  return async () => {
    ofThisProcess(deps)
    if (performance.now() - readAt <= FRESH_MS) return
    reading ??= read()
    await reading
  }
}

/** Checked repeatedly: the standby present at the start may be gone. */
const isDurable = async ({ pool, config }: Pick<Deps, 'pool' | 'config'>): Promise<boolean> =>
  config.durability === 'asynchronous' || (await durabilityOf(pool)) === config.durability

function ofThisProcess({ metrics, pool, config }: Pick<Deps, 'metrics' | 'pool' | 'config'>): void {
  metrics.pool.set({ state: 'idle' }, pool.idleCount)
  metrics.pool.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
  metrics.poolLimit.set(config.databasePool)
  metrics.poolWaiting.set(pool.waitingCount)
}

async function readAll(
  db: Db,
  { metrics, clock, reference }: Pick<Deps, 'metrics' | 'clock' | 'reference'>,
): Promise<void> {
  // Orders, refunds and messages are dated by the product's clock; lists, jobs and backups by that
  // of the machine.
  const [ours, machine] = [clock.now(), new Date()]
  fill(
    await paid(db),
    namedReads().map(([name]) => name),
    'product',
    metrics.paidNotIssued,
    metrics.paidNotIssuedAge,
    ours,
  )
  fill(
    await refunds(db),
    ['due', 'failed', 'by_hand'],
    'state',
    metrics.refundsOpen,
    metrics.refundAge,
    ours,
  )
  fill(
    await messages(db, new Date(ours.getTime() - NOTIFY_FOR_HOURS * 3_600_000)),
    ['sms', 'mail'],
    'kind',
    metrics.messagesUnsent,
    metrics.messageAge,
    ours,
  )
  fill(await jobsDue(db), jobNames, 'queue', metrics.jobsWaiting, metrics.queueAge, machine)
  const retrying = new Map((await jobsFailed(db)).map(({ name, n }) => [name, Number(n)]))
  for (const queue of jobNames) metrics.jobsRetrying.set({ queue }, retrying.get(queue) ?? 0)
  const known = await lists(db)
  // A list with a changed effect appears once.
  metrics.listAge.reset()
  metrics.listMaxAge.reset()
  for (const { code, effect, max_age_hours, confirmed_at } of known) {
    metrics.listAge.set(
      { list: code, effect },
      secondsSince(confirmed_at, machine) ?? Number.POSITIVE_INFINITY,
    )
    metrics.listMaxAge.set({ list: code, effect }, max_age_hours * 3_600)
  }
  const { steps } = await readSelling({ db, clock, reference })
  for (const { step, tone } of steps) metrics.saleStep.set({ step }, severity[tone])
  metrics.homeChargeAge.set(secondsSince(await oldestHomeCharge(db), ours) ?? 0)
  metrics.backupAge.set(secondsSince(await lastBackup(db), machine) ?? Number.POSITIVE_INFINITY)
  for (const [day, on] of [
    ['today', clock.today()],
    ['in_two_weeks', addDays(clock.today(), TARIFF_AHEAD_DAYS)],
  ] as const)
    metrics.tariffReady.set({ day }, (await reference.tables(on)) ? 1 : 0)
}

const severity = { good: 0, quiet: 0, now: 1, bad: 2 } as const

const secondsSince = (at: Date | null | undefined, now: Date): number | null =>
  at ? Math.max(0, (now.getTime() - at.getTime()) / 1_000) : null

/** Sets count and oldest time for every name: a missing one is 0. */
function fill<Label extends string>(
  rows: Counted[],
  names: readonly string[],
  label: Label,
  many: Gauge<Label>,
  age: Gauge<Label>,
  now: Date,
): void {
  const found = new Map(rows.map((row) => [row.name, row]))
  for (const name of names) {
    // the compiler does not see that the computed key is the label
    const labels = { [label]: name } as Record<Label, string>
    many.set(labels, Number(found.get(name)?.n ?? 0))
    age.set(labels, secondsSince(found.get(name)?.since, now) ?? 0)
  }
}
