import { questions } from './machine.ts'

/**
 * An order (decisions, "Order, payment, issue"). Money that comes after expiry, rejection or
 * cancelling is refunded.
 */
export const order = {
  draft: ['awaiting_payment', 'paid', 'cancelled'], // paid at once: a reissue with nothing to pay
  awaiting_payment: ['paid', 'expired', 'rejected', 'cancelled'],
  paid: ['issuing'],
  issuing: ['issued', 'issue_failed'],
  issued: [],
  issue_failed: ['refunding'],
  expired: ['refunding'],
  rejected: ['refunding'],
  cancelled: ['refunding'],
  refunding: ['refunded', 'refund_failed'],
  refund_failed: ['refunding'],
  refunded: [],
} as const satisfies Record<string, readonly string[]>

/**
 * A payment attempt: many per order, one live. Closed ones can still become paid, by money that was
 * on its way, and are then refunded.
 */
export const attempt = {
  created: ['awaiting', 'error', 'expired'],
  awaiting: ['paid', 'rejected', 'expired', 'error'],
  paid: ['refunding'],
  rejected: ['paid'],
  expired: ['paid'],
  error: ['paid'],
  refunding: ['refunded'],
  refunded: [],
} as const satisfies Record<string, readonly string[]>

/**
 * A policy: `pending` until its first day; before that it can be cancelled, terminated or replaced
 * as well.
 */
export const policy = {
  pending: ['active', 'terminated', 'cancelled', 'replaced'],
  active: ['ended', 'terminated', 'cancelled', 'replaced'],
  ended: [],
  terminated: [],
  cancelled: [],
  replaced: [],
} as const satisfies Record<string, readonly string[]>

export type OrderState = keyof typeof order
export type AttemptState = keyof typeof attempt
export type PolicyState = keyof typeof policy

export const {
  states: orderStates,
  mayBecome,
  before,
  isFinal: orderIsFinal,
} = questions<OrderState>(order)
export const {
  states: attemptStates,
  mayBecome: attemptMayBecome,
  before: attemptBefore,
} = questions<AttemptState>(attempt)
export const {
  states: policyStates,
  mayBecome: policyMayBecome,
  before: policyBefore,
} = questions<PolicyState>(policy)

/** An attempt that can still bring money without the client doing anything new. */
export const attemptIsLive = (state: string): boolean => state === 'created' || state === 'awaiting'
