import { z } from 'zod'
import { locales } from '#domain/locale.ts'
import { LocalizedText } from '#domain/localized-text.ts'
import { quarterStates, stages, systemStates } from '#domain/system-health.ts'
import { answer, call } from './call.ts'
import { Instant, Tenge, written } from './fields.ts'
import { Step, Verdict } from './ogpo-order.ts'

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
          state: z.enum(systemStates),
          last_success: Instant.nullable(),
          last_failure: Instant.nullable(),
          calls: z.int(),
          failures: z.int(),
          /** 90th percentile of the last answers, ms. */
          answer_ms: z.int().nullable(),
          note: z.string().nullable(),
          /** Its operations that fail now, by the wire's names. */
          failing: z.array(z.string()),
          /** For SMS gateways: whether messages go by this one now. Null for all other systems. */
          carries: z.boolean().nullable(),
          /** The stage that stops without it. */
          stage: z.enum(stages),
          /** A usual answer of the last week, ms; null if too few arrived. */
          usual_ms: z.int().nullable(),
          /** The mean answer of the last fifteen minutes, ms; null if none arrived. */
          mean_ms: z.int().nullable(),
          /** The last fifteen minutes, oldest first; empty if not requested. */
          minutes: z.array(z.object({ calls: z.int(), failures: z.int(), ms: z.int() })),
          /** A day in quarters of an hour, the oldest first. */
          quarters: z.array(z.enum(quarterStates)),
        }),
      ),
      verdict: Verdict,
      /** Each step of the sale; the first in its order. */
      steps: z.array(Step.extend({ quarters: z.array(z.enum(quarterStates)) })),
      /** The first quarter of the day. */
      day_from: Instant,
      /** Failures of the day, the newest first. */
      failures: z.array(
        z.object({
          system: z.string(),
          from: Instant,
          to: Instant,
          going_on: z.boolean(),
          failures: z.int(),
          /** Orders, calculations and other objects of ours with failed calls. */
          hurt: z.int(),
        }),
      ),
      queues: z.array(
        z.object({
          job: z.string(),
          waiting: z.int(),
          active: z.int(),
          retrying: z.int(),
          /** Jobs scheduled for later. */
          later: z.int(),
          oldest: Instant.nullable(),
          /** Minutes the oldest may wait. */
          allowed: z.int(),
        }),
      ),
      lists: z.array(
        z.object({
          code: z.string(),
          title: z.string(),
          version: z.string().nullable(),
          confirmed_at: Instant.nullable(),
          fresh: z.boolean(),
          max_age_hours: z.int(),
        }),
      ),
      /** Differences between us and the unified database for people to check, newest first. */
      differences: z.array(
        z.object({
          key: z.string(),
          kind: z.enum(['price', 'rescinding']),
          /** An order, a subscription, or the application that was calculated. */
          about: z.string(),
          /** The number of that order or subscription; null if there is none yet. */
          number: z.string().nullable(),
          order_id: z.string().nullable(),
          ours: z.int().nullable(),
          theirs: z.int().nullable(),
          /** What the price is based on, in the reader's words. */
          rows: z.array(z.string()),
          /** The unified database's reply; empty if the rows say all. */
          note: z.string(),
          times: z.int(),
          last_at: Instant,
        }),
      ),
      paid_not_issued: z.int(),
      /** Mailboxes that the settings name for alarms and that take no letters. */
      deaf_mailboxes: z.array(z.string()),
      at: Instant,
    }),
  ),
})

export const heldUp = call({
  path: '/api/staff/held-up',
  method: 'GET',
  may: staff,
  about:
    'Who waits because something does not answer, the longest wait first, and the SMS that tells of a policy that is late: each sale is told once.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      people: z.array(
        z.object({
          order_id: z.string(),
          /**
           * `policy`: paid and not issued; `year`: the next year’s contract of Home; `month`: the
           * outcome of a month’s charge is unknown, and a job queries it.
           */
          waits_for: z.enum(['policy', 'year', 'month']),
          number: z.string(),
          /** A surname and an initial. */
          who: z.string(),
          plate: z.string().nullable(),
          amount: Tenge,
          /** When it was paid, or the card charge was requested. */
          paid_at: Instant,
          attempts: z.int(),
          next_attempt_at: Instant.nullable(),
          language: z.enum(locales),
          /** When staff notified them of the wait. */
          told_at: Instant.nullable(),
          /** An SMS does not reach them, or there is no number. */
          unreached: z.boolean(),
        }),
      ),
      message: LocalizedText,
    }),
  ),
})

const Orders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        order_id: written().max(40),
      }),
    )
    .min(1)
    .max(100),
})
/** With how many of them it was done; the others wait no more, or it was done before. */
const Done = answer(z.object({ done: z.int() }))
export const tellHeldUp = call({
  path: '/api/staff/held-up/tell',
  method: 'POST',
  may: staff,
  about:
    'Tells people that their policy is late and comes by itself, each in their language and once.',
  body: Orders,
  reply: Done,
})
export const retryHeldUp = call({
  path: '/api/staff/held-up/retry',
  method: 'POST',
  may: staff,
  about: 'Makes the next try to issue these sales due now.',
  body: Orders,
  reply: Done,
})
