import type { Day } from '../calendar.ts'
import type { ChargeState, SubscriptionState } from '../home/subscription.ts'
import type { Tenge } from '../money.ts'
import type { OrderState } from '../order.ts'
import type { AttemptState } from '../payment-attempt.ts'
import type { WayName } from '../payment-ways.ts'
import type { PolicyState } from '../policy-states.ts'
import type { ProductName } from '../products.ts'

/**
 * What is known of one contract when something is to be done with its money or its policies. A
 * contract is a policy with everything that replaced it or was replaced by it, or a Home
 * subscription with its periods. All sums are whole tenge.
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
  /** The payment it goes back by; null where bank details are needed. */
  paymentId: string | null
  amount: Tenge
  reason: string
  state: RefundState
  /** Its bank details are approved: somebody may be transferring it at this moment. */
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
  /** The day it was issued; left out where nothing asks for it. */
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
  /** What of it is OGPO+. */
  ogpoPlus?: Tenge
}

export type OrderFact = {
  id: string
  state: OrderState
  /** What the client pays: the price, or the surcharge of a reissue. */
  amount: Tenge
  premium: Tenge
  ogpoPlus: Tenge
  commission: Tenge
  /** The insurer takes its commission back where the policy is cancelled on its first day. */
  commissionReturned: boolean
  /**
   * The Global ID of the policy this order replaces, and the part of its premium that is taken
   * over.
   */
  replaces: string | null
  takenOver: Tenge
  /** What of the old premium is left over and goes back with the issue. */
  refundDue: Tenge
}

export type Month = { period: number; state: ChargeState; amount: Tenge }
export type SubscriptionFact = {
  id: string
  state: SubscriptionState
  commission: Tenge
  nextPeriod: number
  /** Nobody has paid it, and the same home is paid for by another one. */
  elsewhere?: boolean
}

export type Common = {
  id: string
  payments: readonly Payment[]
  refunds: readonly Refund[]
  /** What the card's bank took beyond what payments held, less what was set off against refunds. */
  overdrawn: readonly { key: string; paymentId: string | null; amount: Tenge }[]
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

/**
 * What a payment still holds: refunds of whatever state are taken off, so that none goes back
 * twice.
 */
export const heldBy = ({ refunds }: Pick<Common, 'refunds'>, payment: Payment): Tenge =>
  moneyCame(payment)
    ? payment.amount - sum(refunds.filter(({ paymentId }) => paymentId === payment.id))
    : 0

/** What the client got of a payment beyond what it held, and still owes. */
export const overdrawnOf = ({ overdrawn }: Pick<Common, 'overdrawn'>, of: string | null): Tenge =>
  sum(overdrawn.filter(({ paymentId }) => paymentId === of))

/** Refunds that are others' facts: they were made past us and nothing of the contract was asked. */
export const pastUs = new Set(['partner', 'chargeback'])
