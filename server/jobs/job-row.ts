import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { traceparent } from '../telemetry/trace.ts'
import type { invoiceJob, Job } from './definitions.ts'

/** A value that is known, or one the same statement makes. */
export type Given = string | RawBuilder<string>

type AboutAttempt = Job & { payload: z.ZodType<z.output<(typeof invoiceJob)['payload']>> }

/**
 * The insert of a delayed job about an attempt to pay, as a part of the statement that writes what
 * causes it (decision 232): the row that the queue's own `send` makes, which a test compares. Only
 * for jobs that wait, because nobody is woken. None is made where the
 * id is null.
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
