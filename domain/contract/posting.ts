import type { Tenge } from '../money.ts'
import { refundWays } from '../payment-ways.ts'

/** Where money came in and went out by. */
export const outsideAccounts = [...refundWays, 'partner'] as const

/**
 * Accounts of the ledger. `client`: paid in and not allocated. `refunds`: owed back. `insurer`:
 * premium to be passed on. `commission`: the broker's own.
 */
export const accounts = [...outsideAccounts, 'client', 'insurer', 'commission', 'refunds'] as const
export type Account = (typeof accounts)[number]

/**
 * `returned`: what the insurer gives back of an ended policy. `refund_due`: what the client is
 * owed. `refund`: what went out. `overdrawn`: what the card's bank took beyond what the payment
 * held. `set_off`: a refund that this had paid already. `dispute_won`: what a bank had taken past us
 * and gave back to us.
 */
export const postingKinds = [
  'payment',
  'premium',
  'commission',
  'ogpo_plus',
  'returned',
  'refund_due',
  'refund',
  'overdrawn',
  'set_off',
  'dispute_won',
] as const
export type PostingKind = (typeof postingKinds)[number]

/**
 * One posting: `amount` tenge go from `credit` to `debit`, so that the sum over all accounts stays
 * zero. The key makes it one.
 */
export type Posting = {
  key: string
  kind: PostingKind
  debit: Account
  credit: Account
  amount: Tenge
  orderId: string
  paymentId: string | null
}
