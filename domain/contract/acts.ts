import type { Day } from '../calendar.ts'
import type { TakenReason } from './facts.ts'

/**
 * Acts on an OGPO contract: its orders, its one policy in force, reissues and terminations. Days
 * are of Almaty.
 */
export type OgpoAct =
  | { act: 'pay_nothing'; orderId: string }
  | { act: 'drop_order'; orderId: string; to: 'cancelled' | 'expired' | 'rejected'; reason: string }
  | { act: 'ask_reissue'; globalId: string; today: Day }
  | { act: 'begin_issue'; orderId: string; today: Day }
  | {
      act: 'issued'
      orderId: string
      policyId: string
      globalId: string
      number: string
      state: 'pending' | 'active'
      today: Day
    }
  | { act: 'not_issued'; orderId: string; reason: string }
  | { act: 'end'; policyId: string; terminationId: string; today: Day; byStaff: boolean }
  /** `apart`: the frozen part of its refund is paid apart from the rest. */
  | { act: 'ended'; terminationId: string; apart?: boolean }
  | { act: 'partner_refund'; orderId: string; amount: number; refundId: string }

/** Acts on a Home subscription: its periods, their charges, its end. */
export type HomeAct =
  | { act: 'registered' }
  | { act: 'not_registered'; reason: string }
  /** The next year's contract was not made: `from` is the first paid period without one. */
  | { act: 'year_not_registered'; from: number; reason: string }
  | { act: 'charge_refused'; paymentId: string; reason: string; notify: boolean }
  | { act: 'charge_closed'; paymentId: string; reason: string }
  | { act: 'cancel_subscription' }
  | { act: 'not_renewed'; period: number; reason: string }
  | { act: 'expire_subscription'; reason: string }

/** Acts on a contract's money and policies. Days are of Almaty. */
export type Act =
  /** The bank or the acquirer says that a payment's money is there: in time, late, or once more. */
  | { act: 'money'; paymentId: string; today: Day; at: Date }
  /** A bill or a page is over without money. */
  | PaymentOver
  /** `way`: by the payment's own channel, or by bank details that two of the staff wrote down. */
  | { act: 'refund_gone'; refundId: string; way: 'payment' | 'bank_details' }
  | { act: 'refund_refused'; refundId: string; reason: string }
  | { act: 'refund_again'; refundId: string; reason: string }
  | Taken
  | OgpoAct
  | HomeAct

/**
 * A bank moved money of a payment without us: the card's bank charged it back, the bank of our
 * bills returned it, or a chargeback was reversed. `outsideId` identifies the movement. Without a
 * sum, everything this movement took is reversed.
 */
export type Taken =
  | { act: TakenReason; paymentId: string; amount: number; outsideId: string }
  | { act: 'dispute_won'; paymentId: string; amount: number | null; outsideId: string }
  | ReturnUndone

/** Our books recorded a bank's return that did not happen. */
export type ReturnUndone = { act: 'return_undone'; paymentId: string; outsideId: string }

/** `timeIsOver`: the payment can no longer be paid, and what waited for it ends with it. */
export type PaymentOver = {
  act: 'payment_over'
  paymentId: string
  to: 'rejected' | 'expired' | 'error'
  reason: string
  timeIsOver: boolean
}
