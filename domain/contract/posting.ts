import type { Tenge } from '../money.ts'
import { refundWays } from '../payment-ways.ts'

/** Ways of money in and out. */
export const outsideAccounts = [...refundWays, 'partner'] as const

/**
 * Accounts of the ledger. `client`: paid in and not allocated. `refunds`: owed back. `insurer`:
 * premium to be passed on. `commission`: the broker's own.
 */
export const accounts = [...outsideAccounts, 'client', 'insurer', 'commission', 'refunds'] as const
export type Account = (typeof accounts)[number]

/**
 * `returned`: an insurer's return for an ended policy. `refund_due`: owed to the client. `refund`:
 * paid out. `overdrawn`: taken by the card's bank beyond what the payment held. `set_off`: a refund
 * already paid by that. `dispute_won`: taken by a bank without us and returned to us.
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
