import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { addDays, startOfDay } from '#domain/calendar.ts'
import {
  callsKeptYears,
  positionsKeptDays,
  refusedSalesKeptDays,
  screeningsKeptYears,
} from '#domain/lifetimes.ts'
import { addYears, recordsKeptYears } from '#domain/policy.ts'
import type { Deps } from '../deps.ts'
import { cleanupJob } from '../jobs/definitions.ts'
import { withLock } from './locks.ts'

/** Rows per statement: few enough to block nobody. */
const BATCH = 5_000
/**
 * Statements per table in one run of the job, and rows per table a day; the next day deletes the
 * rest.
 */
const BATCHES = 20
const PER_DAY = 5_000_000

const Removed = z.record(z.string(), z.number())

/** Sweep: enqueues the clean-up once each new day of Almaty, and an interrupted one again. */
export async function dueCleanup(deps: Deps): Promise<void> {
  const { db, clock, queue, config } = deps
  const [day, now] = [clock.today(), clock.now()]
  const known = await db
    .selectFrom('cleanups')
    .select(['started_at', 'finished_at'])
    .where('day', '=', day)
    .executeTakeFirst()
  if (known?.finished_at) return
  if (known) {
    if (now.getTime() - known.started_at.getTime() > config.forgottenSeconds * 1_000)
      await queue.send(cleanupJob, { day }, { once: 'any' })
    return
  }
  await db.transaction().execute(async (tx) => {
    const begun = await tx
      .insertInto('cleanups')
      .values({ day, started_at: now })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day')
      .executeTakeFirst()
    if (begun) await queue.enqueue(tx, cleanupJob, { day })
  })
}

/**
 * Job: deletes rows past their retention, some of each table in one run, and records how many;
 * enqueues itself if more are left. An interrupted run has deleted only old rows.
 */
export async function cleanUp(deps: Deps, day: string): Promise<void> {
  await withLock(deps.locks, 'cleanup', async () => {
    const { db, clock } = deps
    const known = await db
      .selectFrom('cleanups')
      .select(['finished_at', 'removed'])
      .where('day', '=', day)
      .executeTakeFirst()
    if (!known || known.finished_at) return
    const removed = Removed.parse(known.removed)
    let more = false
    for (const [table, old] of Object.entries(oldRows(day))) {
      const taken = await take(deps, table, old)
      const today = (removed[table] ?? 0) + taken
      removed[table] = today
      if (taken === BATCH * BATCHES && today < PER_DAY) more = true
    }
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('cleanups')
        .set({ finished_at: more ? null : clock.now(), removed: JSON.stringify(removed) })
        .where('day', '=', day)
        .execute()
      if (more) await deps.queue.enqueue(tx, cleanupJob, { day })
    })
  })
}

const oldRows = (day: string): Record<string, RawBuilder<unknown>> => ({
  outside_calls: sql`select id from outside_calls where started_at < ${startOfDay(addYears(day, -callsKeptYears))} order by started_at`,
  // By the machine's time, as the journal of calls it is made from.
  operation_quarters: sql`select id from operation_quarters where quarter < now() - interval '8 days' order by quarter`,
  positions: sql`select id from positions where at < ${startOfDay(addDays(day, -positionsKeptDays))} order by at`,
  refused_sales: sql`select id from refused_sales where at < ${startOfDay(addDays(day, -refusedSalesKeptDays))} order by at`,
  // A case's screenings stay with it; those of a long-time client stay until five years after their
  // last policy.
  screenings: sql`select id from screenings where at < ${startOfDay(addYears(day, -screeningsKeptYears))}
    and not exists (select from kyc_cases where kyc_cases.screening_id = screenings.id)
    and not exists (select from kyc_history where kyc_history.screening_id = screenings.id)
    and not exists (select from policies where policies.policyholder_iin = screenings.iin
      and policies.end_date >= ${addYears(day, -recordsKeptYears)}) order by at`,
})

async function take({ db }: Deps, table: string, old: RawBuilder<unknown>): Promise<number> {
  let removed = 0
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where id in (${old} limit ${BATCH})`.execute(db)
    removed += Number(numAffectedRows)
    if (numAffectedRows < BigInt(BATCH)) break
  }
  return removed
}
