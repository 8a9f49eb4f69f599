import { z } from 'zod'
import { number, ok } from './replies.ts'

/** What the acquirer answers about saved cards and about charging them. */
export const bindReply = z.object({ pg_status: ok.optional(), pg_redirect_url: z.url() })
const card = z.object({
  pg_card_id: z.string().min(1),
  pg_card_hash: z.string().min(1),
  pg_card_token: z.string().min(1),
  created_at: z.string(),
})
// Guess: a card that paid with pg_recurring_start stands in this list.
export const cardsReply = z.object({
  pg_status: ok.optional(),
  card: z.union([card, z.array(card)]).optional(),
})
export const removeReply = z.object({
  pg_status: ok.optional(),
  card: z.object({ pg_status: z.string() }).optional(),
})
export const chargeInitReply = z.object({ pg_status: ok, pg_payment_id: number })
// M: pg_transaction_status, and money that is only held. Neither is read: the payment is asked
// about by its id.
export const chargeReply = z.object({ pg_status: ok })
