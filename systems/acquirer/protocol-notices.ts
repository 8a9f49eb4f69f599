import { z } from 'zod'
import { flag } from './replies.ts'

/** The notice of a payment's result, posted to our `pg_result_url`. */
export const resultNotice = z.object({
  pg_order_id: z.string().min(1),
  pg_payment_id: z.string().min(1),
  pg_amount: z.string().regex(/^\d+(\.\d{1,2})?$/),
  pg_currency: z.string().min(1),
  pg_result: flag,
  pg_card_pan: z.string().optional(),
  pg_failure_code: z.string().optional(),
  pg_failure_description: z.string().optional(),
})
/**
 * The notice of money taken back, posted to our `pg_refund_url`. Guess: that it comes of money the
 * shop gave back itself, too.
 */
export const refundNotice = z.object({ pg_order_id: z.string().min(1) })
/** The notice of a saved card: one field `pg_xml`. D shows none with pg_card_token, M sends it. */
export const cardNotice = z.object({
  pg_status: z.string(),
  pg_user_id: z.string().min(1),
  pg_card_id: z.string().min(1),
  pg_card_token: z.string().optional(),
  pg_card_hash: z.string().min(1),
  pg_card_month: z.string().regex(/^\d{1,2}$/),
  pg_card_year: z.string().regex(/^(\d{2}|\d{4})$/),
})
/** Our answer to a notice. */
export const noticeAnswer = z.object({
  pg_status: z.enum(['ok', 'rejected', 'error']),
  pg_description: z.string(),
})
