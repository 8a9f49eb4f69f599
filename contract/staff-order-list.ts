import { z } from 'zod'
import { needs } from '#domain/waiting.ts'
import { answer, call } from './call.ts'
import { Instant, Tenge } from './fields.ts'
import { Obstacle } from './staff-obstacle.ts'

/**
 * The desk's lists of orders. `stuck`: paid and not issued; `refund_failed`: money that did not
 * go back; `details`: refunds waiting for bank details, approval or the transfer; `human`: all of
 * these.
 */
const OrderView = z.enum(['human', 'stuck', 'refund_failed', 'details', 'newest'])
const OrderCount = z.object({ count: z.int(), amount: Tenge })
export const orders = call({
  path: '/api/staff/orders',
  method: 'POST',
  may: ['staff'],
  about:
    'Orders and Home subscriptions that need somebody, or the newest; a page at a time. Of a person a surname and an initial: whoever opens a row is audited there.',
  body: z.strictObject({
    view: OrderView.default('stuck'),
    /** By the day it was ordered: else the longest wait first, of the newest the newest. */
    order: z.enum(['oldest', 'newest']).optional(),
    state: z.string().max(40).optional(),
    channel: z.string().max(40).optional(),
    cursor: z.string().max(100).optional(),
  }),
  reply: answer(
    z.object({
      orders: z.array(
        z.object({
          order_id: z.string(),
          number: z.string(),
          /** Surname and initial of the policyholder; empty after an erasure. */
          who: z.string(),
          /** Of the first car; null of a home. */
          plate: z.string().nullable(),
          insurer: z.string(),
          state: z.string(),
          channel: z.string(),
          amount: Tenge,
          at: Instant,
          paid_at: Instant.nullable(),
          attempts: z.int(),
          next_attempt_at: Instant.nullable(),
          to_refund: Tenge,
          /** What people have to do about it, and why the last try to issue it failed. */
          need: z.enum(needs).nullable(),
          /** Money given back by hand waits for its second signature. */
          signing: z.boolean(),
          obstacle: Obstacle.nullable(),
        }),
      ),
      next: z.string().nullable(),
      /** How many need somebody and for how much; null on the pages after the first. */
      counts: z
        .object({
          human: OrderCount,
          stuck: OrderCount,
          refund_failed: OrderCount,
          details: OrderCount,
        })
        .nullable(),
    }),
  ),
})
