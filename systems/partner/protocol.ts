import { z } from 'zod'
import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'

/**
 * Our own protocol with partners (docs/decisions/066-partners.md): a link that opens the sale,
 * reports of its result, notices of refunds made without us. All signed with the partner's secret.
 */
export const TIMESTAMP_HEADER = 'x-qorgan-timestamp'
export const SIGNATURE_HEADER = 'x-qorgan-signature'
export const EVENT_HEADER = 'x-qorgan-event'

/** Our request to a partner. */
export type Operation = 'report'

/** A link is valid for so long at most, whatever its `exp` is. */
export const LINK_LONGEST_MS = 15 * 60_000
/** A message older or newer than this is a repeated one. */
export const MESSAGE_SKEW_MS = 5 * 60_000

const seconds = z.string().regex(/^\d{9,11}$/)
export const LinkParams = z.object({
  /** Unix seconds. */
  exp: seconds,
  nonce: z.string().regex(/^[\w-]{16,64}$/),
  sig: z.string(),
  iin: z
    .string()
    .refine((iin) => isIin(iin))
    .optional(),
  phone: z
    .string()
    .transform((phone) => parsePhone(phone))
    .refine((phone) => phone !== null)
    .optional(),
  return: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  /** The partner's own name of the visit. */
  ref: z.string().max(64).optional(),
})

/** What we report to a partner. Money in whole tenge; no name, IIN or phone. */
export const Report = z.object({
  id: z.string(),
  event: z.enum(['issued', 'failed', 'refunded']),
  at: z.iso.datetime({ offset: true }),
  reference: z.string().nullable(),
  order: z.object({ id: z.string(), source: z.string(), amount: z.int() }),
  policy: z.object({ globalId: z.string(), start: z.string(), end: z.string() }).optional(),
  /** Why nothing was sold: `not_issued`, `expired`, `rejected`, `cancelled`. */
  reason: z.string().optional(),
  refund: z.object({ id: z.string(), amount: z.int() }).optional(),
})
export type Report = z.infer<typeof Report>

/** A number that can be stored: no control letters, of which the database refuses NUL. */
const visible = /^\P{Cc}+$/u

/** A refund the partner made without us. */
export const RefundNotice = z.strictObject({
  refundId: z.string().max(64).regex(visible),
  orderId: z.string().max(40).regex(visible),
  /** Whole tenge. */
  amount: z.int().positive(),
})
export type RefundNotice = z.infer<typeof RefundNotice>
