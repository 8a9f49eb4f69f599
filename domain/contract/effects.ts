import type { ChargeState, SubscriptionState } from '../home/subscription.ts'
import type { Tenge } from '../money.ts'
import type { AttemptState, OrderState, PolicyState } from '../order.ts'
import type { RefusalCode } from '../refusals.ts'
import type { Channel, RefundState, TerminationFact } from './facts.ts'

/**
 * Accounts of the ledger. `mobile_bank`, `card`, `bank_details` and `partner`: where money came in
 * and went out by. `client`: what was paid in and is not spoken for. `refunds`: what is owed back.
 * `insurer`: premium to be passed on. `commission`: the broker's own.
 */
export const accounts = [
  'mobile_bank',
  'card',
  'bank_details',
  'partner',
  'client',
  'insurer',
  'commission',
  'refunds',
] as const
export type Account = (typeof accounts)[number]

/**
 * `returned`: what the insurer gives back of an ended policy. `refund_due`: what the client is
 * owed. `refund`: what went out. `overdrawn`: what the card's bank took beyond what the payment
 * held. `set_off`: a refund that this had paid already.
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

/** What follows of an act: written in one transaction under the contract's lock, in this order. */
export type Effect =
  | { do: 'payment'; id: string; to: AttemptState; reason: string }
  | { do: 'order'; id: string; to: OrderState; reason: string }
  | { do: 'policy'; id: string; to: PolicyState; reason: string; replacedBy?: string }
  /** The policy of an order is written down, as the caller registered it. */
  | {
      do: 'policy_made'
      id: string
      orderId: string
      globalId: string
      state: 'pending' | 'active'
    }
  | { do: 'termination'; id: string; to: Exclude<TerminationFact['state'], 'calculated'> }
  | { do: 'subscription'; id: string; to: SubscriptionState; reason: string }
  | { do: 'month'; id: string; period: number; to: ChargeState; reason: string }
  /** A period has been paid: the cover reaches to its end. */
  | { do: 'renewed'; id: string; period: number }
  | ({ do: 'post' } & Posting)
  | {
      do: 'refund'
      id: string
      orderId: string
      paymentId: string
      amount: Tenge
      reason: string
      state: 'due' | 'done'
    }
  | { do: 'refund_moves'; id: string; to: RefundState; reason: string }
  | {
      do: 'receipt'
      key: string
      operation: 'sale' | 'return'
      orderId: string
      way: Channel
      amount: Tenge
    }
  | { do: 'notify'; orderId: string; purpose: string }
  | {
      do: 'report'
      orderId: string
      event: 'issued' | 'refunded' | 'not_issued' | 'cancelled' | 'expired' | 'rejected'
      refundId?: string
    }
  | { do: 'job'; job: 'issue' | 'termination' | 'refund' | 'documents' | 'register'; id: string }

/** Why an act may not be: the code of the wire, and which other act is under way. */
export type Refused = { refused: { code: RefusalCode; reason?: Hindrance } }
export type Decision = Refused | { effects: Effect[] }

/** What stands in the way of an act, each with its sentence in `texts/refusals.ts`. */
export const hindrances = [
  'being_reissued',
  'being_ended',
  'refunded_outside',
  'claim_accepted',
  'not_in_force',
] as const
export type Hindrance = (typeof hindrances)[number]

export const refuse = (code: RefusalCode, reason?: Hindrance): Refused => ({
  refused: { code, ...(reason ? { reason } : {}) },
})
export const isRefused = (decision: Decision): decision is Refused => 'refused' in decision
export const nothing: { effects: Effect[] } = { effects: [] }
