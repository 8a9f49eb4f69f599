import type { Day } from '../calendar.ts'
import type { ChargeState, SubscriptionState } from '../home/subscription.ts'
import type { Tenge } from '../money.ts'
import type { OrderState } from '../order.ts'
import type { AttemptState } from '../payment-attempt.ts'
import type { WayName } from '../payment-ways.ts'
import type { PolicyState } from '../policy-states.ts'
import type { ProductName } from '../products.ts'
import type { PostingKind } from './posting.ts'

/**
 * Facts of one contract, for decisions about its money or policies. A contract is a policy with
 * everything that replaced it or was replaced by it, or a Home subscription with its periods. All
 * sums are whole tenge.
 */
export type Payment = {
  id: string
  /** The order, or the subscription, it pays for. */
  orderId: string
  /** The period of a subscription it pays for; 0 for an order. */
  period: number
  system: WayName
  state: AttemptState
  amount: Tenge
}

export const refundStates = ['due', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]
export type Refund = {
  id: string
  orderId: string
  /** The payment it is refunded by; null if it needs bank details. */
  paymentId: string | null
  amount: Tenge
  reason: string
  state: RefundState
  /** Its bank details are approved: staff may be transferring it at this moment. */
  byHand: boolean
}

export type PolicyFact = {
  id: string
  orderId: string | null
  globalId: string
  state: PolicyState
  premium: Tenge
  ogpoPlus: Tenge
  end: Day
  /** The day of issue; absent if no rule needs it. */
  issuedOn?: Day
  /** The year of a Home contract; 0 for OGPO. */
  period: number
}

export type TerminationFact = {
  id: string
  policyId: string
  kind: 'terminate' | 'cancel'
  state: 'calculated' | 'accepted' | 'done' | 'dropped'
  refund: Tenge
  /** The part that is OGPO+. */
  ogpoPlus?: Tenge
}

export type OrderFact = {
  id: string
  state: OrderState
  /** Money that lands from then on buys nothing any more. */
  holdsUntil: Date
  /** The client's price, or the surcharge of a reissue. */
  amount: Tenge
  premium: Tenge
  ogpoPlus: Tenge
  commission: Tenge
  /** The insurer takes its commission back if the policy is cancelled on its first day. */
  commissionReturned: boolean
  /**
   * The Global ID of the policy this order replaces, and the part of its premium that is taken
   * over.
   */
  replaces: string | null
  takenOver: Tenge
  /** The rest of the old premium, refunded with the issue. */
  refundDue: Tenge
}

export type Month = { period: number; state: ChargeState; amount: Tenge }
export type SubscriptionFact = {
  id: string
  state: SubscriptionState
  commission: Tenge
  nextPeriod: number
  /** Unpaid, and another subscription pays for the same home. */
  elsewhere?: boolean
}

export type Common = {
  id: string
  payments: readonly Payment[]
  refunds: readonly Refund[]
  /**
   * What a bank took beyond what payments held, less what was set off against refunds and what the
   * bank returned.
   */
  overdrawn: readonly { key: string; paymentId: string | null; amount: Tenge }[]
  /** Balance of the client's account: paid in and not allocated. */
  client: Tenge
  policies: readonly PolicyFact[]
  terminations: readonly TerminationFact[]
  /** Policies with a claim that was accepted, or is being decided. */
  claims: readonly { policyId: string; state: 'open' | 'accepted' }[]
}
export type OgpoContract = Common & { product: 'ogpo'; orders: readonly OrderFact[] }
export type HomeContract = Common & {
  product: 'home'
  subscription: SubscriptionFact
  months: readonly Month[]
}
/** A contract by its product: another product is another line. */
type Contracts = OfEvery<{ ogpo: OgpoContract; home: HomeContract }>
type OfEvery<All extends Record<ProductName, Common>> = All
export type Contract = Contracts[keyof Contracts]

export const moneyCame = ({ state }: { state: AttemptState }): boolean =>
  state === 'paid' || state === 'refunding' || state === 'refunded'

/** An attempt that can still bring money without the client doing anything new. */
export const isLive = ({ state }: { state: AttemptState }): boolean =>
  state === 'created' || state === 'awaiting'

export const isInForce = ({ state }: { state: PolicyState }): boolean =>
  state === 'pending' || state === 'active'

const sum = (amounts: readonly { amount: Tenge }[]): Tenge =>
  amounts.reduce((total, { amount }) => total + amount, 0)

type Books = Pick<Common, 'refunds' | 'overdrawn'>
type Brought = Pick<Payment, 'id' | 'amount'>
const wonKey = (paymentId: string): string => `dispute_won:${paymentId}:`
export const wonId = (paymentId: string, outsideId: string): string => wonKey(paymentId) + outsideId

/**
 * Returns what a payment brought plus what a bank returned of it, less all its refunds in any
 * state, and less what a bank took beyond it. Money of a won dispute counts as the payment's: it is
 * held or refunded once, and pays no later debt.
 */
const balanceOf = ({ refunds, overdrawn }: Books, { id, amount }: Brought): Tenge =>
  amount -
  sum(overdrawn.filter(({ paymentId }) => paymentId === id)) -
  sum(refunds.filter(({ paymentId }) => paymentId === id))

/** Returns what the client received beyond what the payment brought, and still owes. */
export function overdrawnOf(contract: Books, payment: Brought): Tenge {
  const taken = contract.overdrawn.filter(
    ({ key, paymentId }) => paymentId === payment.id && !key.startsWith(wonKey(payment.id)),
  )
  // In old books a payment may owe more than it brought without a bank having taken any of it:
  // people settle that.
  return Math.max(0, Math.min(-balanceOf(contract, payment), sum(taken)))
}

/**
 * Returns what a payment still holds, so that nothing is refunded twice; negative in old books
 * only.
 */
export const heldBy = (contract: Books, payment: Payment): Tenge =>
  moneyCame(payment) ? balanceOf(contract, payment) + overdrawnOf(contract, payment) : 0

/** Why a bank took money back without us: the card's bank, or the bank that sends our bills. */
export const takenReasons = ['chargeback', 'bank_return'] as const
export type TakenReason = (typeof takenReasons)[number]
/** Reasons of refunds made without us, by no act of the contract. */
export const pastReasons = ['partner', ...takenReasons] as const
export const pastUs: ReadonlySet<string> = new Set(pastReasons)

/** Ledger kinds of the overdrawn sums, and which of them reduce it. */
export const overdrawnKinds = ['overdrawn', 'set_off', 'dispute_won'] as const
export const isTakenOff = (kind: PostingKind): boolean => kind !== 'overdrawn'
