import { z } from 'zod'
import { answer, call } from './call.ts'
import { Instant, Tenge } from './fields.ts'
import { PaidStatus, SetStatus } from './ogpo-progress.ts'
import { WayField } from './pay.ts'

/**
 * What the result page shows of an order to whoever holds its key: states and times, no names, no
 * papers.
 */
export const OrderProgress = z.object({
  state: z.string(),
  paid: PaidStatus,
  set: SetStatus,
  amount: Tenge,
  attempts: z.int(),
  nextAttemptAt: Instant.nullable(),
  pay: z
    .object({
      system: WayField,
      phone: z.string().nullable(),
      redirect_url: z.string().nullable(),
      /** Opens the bank’s application with this bill; null where the bank gave no such link. */
      link: z.string().nullable(),
      expiresAt: Instant.nullable(),
      /** The bank did not say whether the bill was sent: it may be on the phone. */
      unclear: z.boolean(),
    })
    .nullable(),
  /** The ways to pay that are offered. */
  ways: z.array(WayField),
  /** `payment.…`: of an attempt by `system`. */
  events: z.array(z.object({ kind: z.string(), at: Instant, system: WayField.optional() })),
  /** What a cheaper reissue gives back: `due` on its way, `failed` in the hands of staff. */
  refund: z
    .object({ amount: Tenge, state: z.enum(['due', 'done', 'failed']), at: Instant.nullable() })
    .nullable(),
})
export const orderProgress = call({
  path: '/api/policy/ogpo/orderProgress',
  method: 'POST',
  may: ['everyone'],
  about: 'The progress of the order with this random key.',
  body: z.strictObject({ key: z.string().min(20).max(64) }),
  reply: answer(OrderProgress),
})
