import type { ChargeState, SubscriptionState } from '../home/subscription.ts'
import type { Tenge } from '../money.ts'
import type { OrderState } from '../order.ts'
import type { AttemptState } from '../payment-attempt.ts'
import type { WayName } from '../payment-ways.ts'
import type { PolicyState } from '../policy-states.ts'
import type { RefundState, TerminationFact } from './facts.ts'
import type { Posting } from './posting.ts'

/** Effects of an act: written in one transaction under the contract's lock, in this order. */
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
  /** Paid periods from this one on have no contract: the cover ends with the last that has. */
  | { do: 'unrenewed'; id: string; period: number }
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
      way: WayName
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
