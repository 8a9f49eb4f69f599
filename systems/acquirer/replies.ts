import { z } from 'zod'

/** What the acquirer answers, as it writes it. */

/** A sum of theirs, whole or with hundredths; of money that went back with a minus. */
const sum = z.string().regex(/^-?\d{1,12}(\.\d{1,2})?$/)
const number = z.string().regex(/^\d{1,20}$/)
export const flag = z.enum(['0', '1'])
const ok = z.literal('ok')

/** M: some errors say why in pg_failure_description. */
export const refusal = z.object({
  pg_status: z.literal('error'),
  pg_error_code: z.string().default(''),
  pg_error_description: z.string().optional(),
  pg_failure_description: z.string().optional(),
})
export type RefusalReply = z.infer<typeof refusal>
export const isRefusal = (reply: object): reply is RefusalReply =>
  'pg_status' in reply && reply.pg_status === 'error'

export const initReply = z.object({
  pg_status: ok,
  pg_payment_id: number,
  pg_redirect_url: z.url(),
})
// D: pg_reference is the bank's number (RRN), never ours; pg_payment_status and a date; a failed
// one stays in the list (M).
const refundLine = z.object({
  pg_payment_id: number,
  pg_amount: sum,
  pg_payment_status: z.string().optional(),
  pg_failure_description: z.string().optional(),
})
export const statusReply = z.object({
  pg_status: ok,
  pg_payment_id: number,
  // D says always, its own sample leaves it out, M leaves it out of a refund's.
  pg_order_id: z.string().optional(),
  pg_payment_status: z.string().optional(),
  pg_amount: sum.optional(),
  pg_currency: z.string().optional(),
  // D, M: 0 or 1. M leaves it out of money that is held.
  pg_captured: flag.optional(),
  pg_clearing_amount: sum.optional(),
  pg_refund_amount: sum.optional(),
  pg_card_pan: z.string().optional(),
  pg_refund_payments: z
    .union([
      z.literal(''),
      z.object({ pg_refund_payment: z.union([refundLine, z.array(refundLine)]) }),
    ])
    .optional(),
})
export type StatusReply = z.infer<typeof statusReply>
export type RefundLineReply = z.infer<typeof refundLine>
// M: pg_revoke_payment_id. Guess: whether it is the refund's own number; M answers with the
// payment's, L found none. Both are read.
export const revokeReply = z.object({ pg_status: ok, pg_revoke_payment_id: number.optional() })
export const doneReply = z.object({ pg_status: ok })

/** The acquirer's answers about saved cards and about charging them. */
export const bindReply = z.object({ pg_status: ok.optional(), pg_redirect_url: z.url() })
const card = z.object({
  pg_card_id: z.string().min(1),
  pg_card_hash: z.string().min(1),
  pg_card_token: z.string().min(1),
  created_at: z.string(),
})
// Guess: a card that paid with pg_recurring_start is in this list.
export const cardsReply = z.object({
  pg_status: ok.optional(),
  card: z.union([card, z.array(card)]).optional(),
})
export const removeReply = z.object({
  pg_status: ok.optional(),
  card: z.object({ pg_status: z.string() }).optional(),
})
export const chargeInitReply = z.object({ pg_status: ok, pg_payment_id: number })
// M: pg_transaction_status, and money that is only held. We read neither: we query the payment by
// its id.
export const chargeReply = z.object({ pg_status: ok })
