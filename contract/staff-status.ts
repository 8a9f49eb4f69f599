import { z } from 'zod'
import { answer, call } from './call.ts'
import { Instant } from './fields.ts'

const staff = ['staff'] as const

export const systemsStatus = call({
  path: '/api/staff/status',
  method: 'GET',
  may: staff,
  about: 'How the outside systems, the jobs and the watch lists stand.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      systems: z.array(
        z.object({
          system: z.string(),
          state: z.enum(['up', 'slow', 'failing', 'down', 'unknown']),
          last_success: Instant.nullable(),
          last_failure: Instant.nullable(),
          calls: z.int(),
          failures: z.int(),
          /** Nine of ten of the last calls were over within so many milliseconds. */
          answer_ms: z.int().nullable(),
          note: z.string().nullable(),
        }),
      ),
      queues: z.array(
        z.object({
          job: z.string(),
          waiting: z.int(),
          active: z.int(),
          retrying: z.int(),
          /** Asked for at a time that has not come. */
          later: z.int(),
          oldest: Instant.nullable(),
        }),
      ),
      lists: z.array(
        z.object({
          code: z.string(),
          title: z.string(),
          version: z.string().nullable(),
          confirmed_at: Instant.nullable(),
          fresh: z.boolean(),
        }),
      ),
      /** What people have to look at between us and the unified database, the newest first. */
      differences: z.array(
        z.object({
          key: z.string(),
          kind: z.enum(['price', 'rescinding']),
          /** An order, a subscription, or the application that was calculated. */
          about: z.string(),
          /** The number of that order or subscription; null where there is none yet. */
          number: z.string().nullable(),
          order_id: z.string().nullable(),
          ours: z.int().nullable(),
          theirs: z.int().nullable(),
          /** What the price stands on, in the reader's words. */
          rows: z.array(z.string()),
          /** What the unified database said; empty where the rows say all. */
          note: z.string(),
          times: z.int(),
          last_at: Instant,
        }),
      ),
      paid_not_issued: z.int(),
      at: Instant,
    }),
  ),
})
