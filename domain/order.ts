import { questions } from './machine.ts'

/**
 * An order (settled.md, "Order, payment, issue"). Money that arrives after expiry, rejection or
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

export type OrderState = keyof typeof order

export const {
  states: orderStates,
  mayBecome,
  before,
  isFinal: orderIsFinal,
} = questions<OrderState>(order)

const lost: readonly OrderState[] = [
  'expired',
  'rejected',
  'cancelled',
  'issue_failed',
  'refunding',
  'refunded',
  'refund_failed',
]
/** An order that brings no policy any more. */
export const isLost = (state: string): boolean => lost.some((one) => one === state)
