import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { planKeeper } from '../db/connection-watch.ts'
import { mayChangeSchema } from '../db/migrate.ts'
import { databaseLimits, jobLimits, shutdownLimits } from '../settings/time-limits.ts'
import { type Log, seldom } from '../telemetry/log.ts'
import { traceparent } from '../telemetry/trace.ts'
import { amlJob, type invoiceJob, type Job, jobs, sweepJob } from './definitions.ts'

export type Queue = {
  boss: PgBoss
  /**
   * Stores the job in the same transaction as the change that causes it. `inSeconds` delays it by
   * real time.
   */
  enqueue<Payload extends z.ZodType>(
    tx: Tx,
    what: Job<Payload>,
    payload: z.input<Payload>,
    options?: { inSeconds?: number },
  ): Promise<void>
  /**
   * The same outside a transaction, for sweeps. With `once` nothing is sent while an equal job
   * waits: for its turn (`soon`) or for any time.
   */
  send<Payload extends z.ZodType>(
    what: Job<Payload>,
    payload: z.input<Payload>,
    options?: { inSeconds?: number; once?: 'soon' | 'any' },
  ): Promise<void>
  /** The jobs whose first is due, or will be within `withinMs`: the name, and how soon. */
  due(withinMs: number): Promise<{ name: string; inMs: number }[]>
  stop(): Promise<void>
}

const Due = z.array(z.object({ name: z.string(), inMs: z.coerce.number() }))

/**
 * Jobs are retried by the queue when a handler throws; each handler may run twice and must find
 * that out by itself.
 */
export async function queue(
  url: string,
  connections: Pool,
  log: Log,
  longestRetrySeconds: number,
): Promise<Queue> {
  const owner = await mayChangeSchema(connections)
  // The queue looks for work many times a second, always by the same statements: caches their
  // plans; its pool is one of node-postgres and accepts its options.
  const kept = {
    onConnect: planKeeper(),
    // A host that vanishes never answers; the library closes a connection whose statement failed.
    query_timeout: databaseLimits.queueMs,
    connectionTimeoutMillis: databaseLimits.connectMs,
    keepAlive: true,
    notifyHeartbeatIntervalMs: databaseLimits.listenLookMs,
    notifyHeartbeatTimeoutMs: databaseLimits.listenLookMs,
  }
  const tell = seldom(log)
  const boss = new PgBoss({
    ...kept,
    connectionString: url,
    migrate: owner,
    createSchema: owner,
    max: 4,
    useListenNotify: true,
    schedule: false,
    application_name: 'qorgan-jobs',
    superviseIntervalSeconds: jobLimits.superviseSeconds,
  })
  boss.on('error', (cause) => tell('queue', { err: cause }, 'queue error'))
  await boss.start()
  await makeQueues(boss, longestRetrySeconds)
  return {
    boss,
    due: async (withinMs) => {
      const { rows } = await boss.getDb().executeSql(
        `select name, extract(epoch from min(start_after) - pgboss.job_now()) * 1000 as "inMs" from pgboss.job
         where state < 'active' and not blocked and start_after < pgboss.job_now() + $1 * interval '1 millisecond'
         group by name`,
        [withinMs],
      )
      return Due.parse(rows)
    },
    enqueue: async (tx, what, payload, options) => {
      await boss.send(
        what.name,
        traced(z.record(z.string(), z.unknown()).parse(what.payload.parse(payload))),
        {
          db: fromKysely(tx),
          ...(options?.inSeconds ? { startAfter: options.inSeconds } : {}),
        },
      )
    },
    send: async (what, payload, options) => {
      const data = z.record(z.string(), z.unknown()).parse(what.payload.parse(payload))
      if (options?.once && (await waits(boss, what.name, data, options.once))) return
      await boss.send(
        what.name,
        traced(data),
        options?.inSeconds ? { startAfter: options.inSeconds } : {},
      )
    },
    stop: async () => {
      // The library only polls twice a second for finished workers: this waits for them itself.
      const done = Promise.allSettled(jobs.map(({ name }) => boss.offWork(name)))
      await Promise.race([done, pause(shutdownLimits.jobsMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

/**
 * Makes missing queues: only a version's first start has any to make, and one query instead of a
 * transaction for each detects that.
 */
async function makeQueues(boss: PgBoss, longestRetrySeconds: number): Promise<void> {
  const made = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name } of jobs.filter((job) => !made.has(job.name)))
    await boss.createQueue(name, {
      policy: name === sweepJob.name || name === amlJob.name ? 'short' : 'standard',
      notify: true,
      retryLimit: jobLimits.retries,
      retryDelay: jobLimits.firstRetrySeconds,
      retryBackoff: true,
      retryDelayMax: longestRetrySeconds,
      expireInSeconds: jobLimits.runSeconds,
      deleteAfterSeconds: jobLimits.overKeptSeconds,
    })
}

/** A job enqueued within a trace continues it. */
function traced(data: Record<string, unknown>): Record<string, unknown> {
  const here = traceparent()
  return here ? { ...data, traceparent: here } : data
}

/**
 * Returns true if an equal job waits to begin, `soon` or at `any` time; a failed one that will be
 * retried always counts. A running one does not: its process may be dead. None of ours is ever
 * blocked by another: the condition makes PostgreSQL use the queue's index of jobs not begun
 * instead of reading three days of done ones.
 */
async function waits(
  boss: PgBoss,
  name: string,
  data: Record<string, unknown>,
  when: 'soon' | 'any',
): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(
    `select 1 from pgboss.job where name = $1 and state < 'active' and not blocked and data @> $2::jsonb
     and ($3 = 'any' or state = 'retry' or start_after <= now() + interval '1 second') limit 1`,
    [name, JSON.stringify(data), when],
  )
  return rows.length > 0
}

/** A value that is known, or one the same statement makes. */
export type Given = string | RawBuilder<string>

type AboutAttempt = Job & { payload: z.ZodType<z.output<(typeof invoiceJob)['payload']>> }

/**
 * Builds the insert of a delayed job about a payment attempt, as a part of the statement that
 * writes its cause: the same row as the queue's own `send`, which a test compares. Only for delayed
 * jobs, because it wakes no worker. Inserts nothing if the id is null.
 */
export const jobRow = (
  what: AboutAttempt,
  attemptId: Given,
  inSeconds: number,
): RawBuilder<unknown> => sql`
  insert into pgboss.job (name, data, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
    retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select queue.name, jsonb_strip_nulls(jsonb_build_object('attemptId', ${attemptId}::text, 'traceparent', ${traceparent()}::text)),
    job.start_after, pgboss.job_now(), queue.expire_seconds, queue.deletion_seconds,
    job.start_after + queue.retention_seconds * interval '1s', queue.retry_limit, queue.retry_delay,
    coalesce(queue.retry_backoff, false), queue.retry_delay_max, queue.policy, queue.dead_letter, queue.heartbeat_seconds
  from pgboss.queue, (select pgboss.job_now() + ${inSeconds}::integer * interval '1s' as start_after) as job
  where queue.name = ${what.name} and ${attemptId}::text is not null`
