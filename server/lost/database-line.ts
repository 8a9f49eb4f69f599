import { sql } from 'kysely'
import { addMs } from '#domain/lifetimes.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { lostJob } from '../jobs/definitions.ts'
import { products } from '../products/products.ts'
import { lostLimits } from '../settings/time-limits.ts'

/**
 * Numbers that name things outside (of policies, subscriptions, claims): after a loss those given
 * since are not used again. As many are left free as after a backup.
 */
const NAMING_SEQUENCES = ['policy_numbers', 'home_numbers', 'claim_numbers']
const NUMBERS_LEFT_FREE = 10_000

const LINE = sql`('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint`

/**
 * Which server writes: the cluster's number and its timeline, which grows by one whenever a standby
 * is promoted or a base backup recovered. Asked of what is written now: the checkpoint's own is
 * older for a while after a promotion.
 */
async function lineNow(db: Sql): Promise<{ cluster: string; line: string }> {
  const { rows } = await sql<{ cluster: string; line: string }>`
    select system_identifier::text as cluster, ${LINE}::text as line from pg_control_system()`.execute(
    db,
  )
  return rows[0] ?? { cluster: '', line: '0' }
}

/**
 * For the condition of a statement: the server that carries it out is the one written down, so that
 * nothing this statement believes was lost with another. True before the first was written down.
 */
export const onKnownLine = sql<boolean>`not exists (select from database_line as known
  cross join pg_control_system() as own
  where known.cluster <> own.system_identifier::text or known.line <> ${LINE})`

/**
 * Sweep, and before money is given back: writes down who writes and when. The row came from the
 * server before, with all that was written before its `seen_at`: where it names another line, what
 * was written after may be lost, and a search is asked for, in one transaction with the new line.
 */
export async function watchLine(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const here = await lineNow(db)
  const known = await db.selectFrom('database_line').selectAll().executeTakeFirst()
  const same = known?.cluster === here.cluster && known.line === here.line
  if (same && Math.abs(now.getTime() - known.seen_at.getTime()) < lostLimits.seenMs) return
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('database_line')
      .values({ ...here, seen_at: now })
      .onConflict((conflict) => conflict.column('one').doNothing())
      .execute()
    const before = await tx
      .selectFrom('database_line')
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('database_line')
      .set({ ...here, seen_at: now })
      .execute()
    if (before.cluster === here.cluster && before.line === here.line) return
    const reason = `${lineText(before)} → ${lineText(here)}`
    deps.log.error({ reason, seen: before.seen_at }, 'another database server took over')
    await askSearch(tx, deps, addMs(before.seen_at, -lostLimits.marginMs), reason)
  })
}

const lineText = ({ cluster, line }: { cluster: string; line: string }) =>
  `${cluster.slice(-6)}/${line}`

/**
 * A search over all copies since an instant. What is not at rest may have been told to the unified
 * database without our knowing, and numbers may have been given: both are put right first.
 */
async function askSearch(tx: Tx, deps: Deps, since: Date, reason: string): Promise<void> {
  const now = deps.clock.now()
  for (const name of NAMING_SEQUENCES)
    await sql`select max(nextval(${name})) from generate_series(1, ${NUMBERS_LEFT_FREE})`.execute(
      tx,
    )
  for (const product of products()) await product.doubted?.(tx)
  await doubtRefunds(tx, now)
  await doubtBills(tx, now)
  const searchId = await newSearch(tx, since, reason, now)
  await deps.queue.enqueue(tx, lostJob, { searchId })
}

/**
 * A refund that waits may have been requested, and that lost: it counts as requested now, on what we
 * know of its payment. What the bank holds or the acquirer lists then says whether it has gone
 * (decisions 173, 174). One of a payment at a time, as always.
 */
async function doubtRefunds(tx: Tx, now: Date): Promise<void> {
  await sql`update refunds set asked_at = ${now},
      asked_lines = coalesce((select array_agg(one.outside_id) from refunds as one
        where one.attempt_id = refunds.attempt_id and one.outside_id is not null), '{}'),
      asked_rest = payment.amount - (select coalesce(sum(one.amount), 0) from refunds as one
        where one.attempt_id = refunds.attempt_id and one.state = 'done')
    from payment_attempts as payment
    where payment.id = refunds.attempt_id and refunds.state = 'due' and refunds.asked_at is null
      and not exists (select from refunds as one where one.attempt_id = refunds.attempt_id
        and one.state = 'due' and one.id <> refunds.id
        and (one.asked_at is not null or one.id < refunds.id))`.execute(tx)
}

/**
 * A bill that waits to be asked for may have been, and that lost: the bank makes another one of the
 * same question (decision 174), so that it counts as asked for now. Its number, where the bank told
 * one, comes with its copy.
 */
async function doubtBills(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ asked_at: now })
    .where('way', '=', 'bill')
    .where('state', '=', 'created')
    .where('asked_at', 'is', null)
    .execute()
}

/**
 * Writes down a search over the copies made since an instant; the sweep sees to it that it is made.
 * Returns its id.
 */
export async function newSearch(db: Sql, since: Date, reason: string, now: Date): Promise<string> {
  const { id } = await db
    .insertInto('lost_searches')
    .values({ since, reason, asked_at: now, next_look_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
