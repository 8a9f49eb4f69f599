import type { Tenge } from '#domain/money.ts'
import { paymentWords } from './protocol.ts'
import type { StatusReply } from './replies.ts'

/**
 * One giving back in their list of a payment. `pending`: on its way. `failed`: the card's bank
 * refused it; `why` in their words.
 */
export type RefundLine = {
  id: string
  amount: number
  state: 'done' | 'pending' | 'failed'
  why: string
}

/**
 * `held`: on the card and not captured yet. `unknown`: they do not know it. Refunded money was paid
 * all the same: `paid`.
 */
export type PaymentStatus = 'awaiting' | 'held' | 'paid' | 'rejected' | 'unknown'
export type Standing = {
  status: PaymentStatus
  paymentId: string | null
  amount: Tenge | null
  cardPan?: string
  /** Refunds of the money paid, if any. */
  gone?: RefundLine[]
}

/** An answer that says nothing certain: by which field. */
export class Unclear extends Error {}
export const lookUp = <T>(table: Record<string, T>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

/** Converts their answer about one payment to our words. Throws `Unclear`. */
export function standingOf(reply: StatusReply): Standing {
  const {
    pg_payment_id: paymentId,
    pg_payment_status = '',
    pg_amount,
    pg_currency,
    pg_card_pan,
  } = reply
  if (paymentId === '0') return { status: 'unknown', paymentId: null, amount: null }
  const word = lookUp(paymentWords, pg_payment_status)
  if (!word) throw new Unclear('pg_payment_status')
  if (pg_amount === undefined || Number(pg_amount) <= 0) throw new Unclear('pg_amount')
  if (pg_currency !== 'KZT') throw new Unclear('pg_currency')
  const of = { paymentId, ...(pg_card_pan ? { cardPan: pg_card_pan } : {}) }
  if (word === 'awaiting' || word === 'rejected')
    return { ...of, status: word, amount: Number(pg_amount) }
  if (!isTaken(reply))
    return { ...of, status: word === 'came' ? 'held' : 'rejected', amount: Number(pg_amount) }
  const taken = Number(reply.pg_clearing_amount ?? 0)
  return { ...of, status: 'paid', amount: taken > 0 ? taken : Number(pg_amount) }
}

/** Returns whether the card was charged: by the flag, else by the amount cleared. */
function isTaken({ pg_captured, pg_clearing_amount }: StatusReply): boolean {
  if (pg_captured !== undefined) return pg_captured === '1'
  if (pg_clearing_amount === undefined) throw new Unclear('pg_captured')
  return Number(pg_clearing_amount) > 0
}
