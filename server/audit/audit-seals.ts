import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { auditSealJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { databaseLimits } from '../settings/time-limits.ts'

/** Rows under one seal at most. */
const BATCH = 5_000
/** A row waits no longer than this for its seal. */
const SEAL_EVERY_MS = 60_000
const nothing = Buffer.alloc(32)

/**
 * Job: seals the audit log's rows beyond the last seal. Each seal's hash covers its rows and the
 * seal before it, so that a changed, removed or inserted row is detected, by anybody; the newest
 * hash also goes to the process's log, outside the database.
 */
export async function sealAudit(deps: Deps): Promise<void> {
  const { db, clock, log } = deps
  const horizon = await settledUntil(db)
  for (;;) {
    const sealed = await step('audit.seal.commit', () =>
      db.transaction().execute(async (tx) => {
        // One chain: two processes never seal at once.
        await sql`lock table audit_seals in share row exclusive mode`.execute(tx)
        const last = await tx
          .selectFrom('audit_seals')
          .select(['to_id', 'hash'])
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        const rows = await tx
          .selectFrom('audit')
          .select('id')
          .where('id', '>', last?.to_id ?? '0')
          .where('id', '<=', horizon)
          .orderBy('id')
          .limit(BATCH)
          .execute()
        const [from, to] = [rows[0]?.id, rows.at(-1)?.id]
        if (from === undefined || to === undefined) return null
        const previous = last?.hash ?? nothing
        return tx
          .insertInto('audit_seals')
          .values({
            from_id: from,
            to_id: to,
            entries: rows.length,
            previous_hash: previous,
            hash: sql<Buffer>`audit_batch_hash(${previous}, ${from}, ${to})`,
            at: clock.now(),
          })
          .returning(['id', 'entries', 'hash'])
          .executeTakeFirstOrThrow()
      }),
    )
    if (!sealed) return
    log.info(
      { seal: sealed.id, entries: sealed.entries, hash: sealed.hash.toString('hex') },
      'the audit log was sealed',
    )
    if (sealed.entries < BATCH) return
  }
}

/**
 * Returns the newest id below which nothing more can appear. Ids are assigned before a transaction
 * ends, so a lower one may still be uncommitted; the lock waits for every such transaction and is
 * released at once.
 */
async function settledUntil(db: Db): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(databaseLimits.auditLockMs)}`.execute(tx)
    await sql`lock table audit in share mode`.execute(tx)
    const row = await tx
      .selectFrom('audit')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.id ?? '0'
  })
}

/** Sweep: enqueues a seal when a row has waited long enough. */
export async function dueSeal({ db, queue, clock }: Deps): Promise<void> {
  const last = await db
    .selectFrom('audit_seals')
    .select('to_id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const oldest = await db
    .selectFrom('audit')
    .select('at')
    .where('id', '>', last?.to_id ?? '0')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (oldest && clock.now().getTime() - oldest.at.getTime() >= SEAL_EVERY_MS)
    await queue.send(auditSealJob, {}, { once: 'any' })
}

export type Verified = {
  /** Seals and rows checked in this part. */
  seals: number
  entries: number
  /** The newest seal whose rows do not give its hash, or that does not follow the one before it. */
  broken: { seal: string; from: string; to: string } | null
  /** Start of the next, older part; null after the first seal. */
  next: string | null
}

/** Seals checked in one part: usually a few hundred thousand rows at most. */
const PART = 200

/**
 * Recomputes the seals of one part, from the newest (or from before `before`) backwards. Rows after
 * the last seal are not covered yet; seals cut off the end are detectable only with a copy of the
 * newest hash.
 */
export async function verifyAudit(db: Db, before?: string): Promise<Verified> {
  const seals = await db
    .selectFrom('audit_seals')
    .selectAll('audit_seals')
    .select([
      sql<Buffer>`audit_batch_hash(previous_hash, from_id, to_id)`.as('computed'),
      // Rows are counted up to the next seal, so that none hides between two of them.
      sql<string>`(select count(*) from audit a where a.id > coalesce((select max(p.to_id) from audit_seals p where p.id < audit_seals.id), 0)
        and a.id <= audit_seals.to_id)`.as('counted'),
      sql<Buffer | null>`(select p.hash from audit_seals p where p.id < audit_seals.id order by p.id desc limit 1)`.as(
        'hash_before',
      ),
    ])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? '0'))
    .orderBy('id', 'desc')
    .limit(PART)
    .execute()
  const wrong = seals.find(
    (seal) =>
      !seal.hash.equals(seal.computed) ||
      Number(seal.counted) !== seal.entries ||
      !seal.previous_hash.equals(seal.hash_before ?? nothing),
  )
  const oldest = seals.at(-1)
  return {
    seals: seals.length,
    entries: seals.reduce((sum, seal) => sum + seal.entries, 0),
    broken: wrong ? { seal: wrong.id, from: wrong.from_id, to: wrong.to_id } : null,
    next: seals.length === PART && oldest ? oldest.id : null,
  }
}
