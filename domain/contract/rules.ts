import type { Day } from '../calendar.ts'
import type { Act } from './acts.ts'
import type { Effect } from './effects.ts'
import type { Payment, Refund } from './facts.ts'
import type { Decision } from './refusal.ts'

/** A product's rules for its own contracts; money itself is the same for all (`decide.ts`). */
export type Rules = {
  /** A payment's money is there and has been written: what follows. `today` is an Almaty day. */
  landed(payment: Payment, on: { today: Day; at: Date }): Effect[]
  /** The time to pay is over, and nothing has come by this payment. */
  unpaid(payment: Payment, reason: string): Effect[]
  /** A refund has gone: what of the product ends with it. */
  refunded(refund: Refund, payment: Payment | undefined): Effect[]
  refundFailed(refund: Refund, reason: string): Effect[]
  refundAgain(refund: Refund, reason: string): Effect[]
  /** An act of the product's own; `orderNotSuitable` for one it does not know. */
  decide(act: Act): Decision
}
