import { questions } from '../machine.ts'

/**
 * A Home subscription. `cancelled` and `not_renewed` keep their cover until the paid period's end.
 */
export const subscription = {
  awaiting_payment: ['paid', 'expired', 'cancelled'],
  paid: ['active', 'issue_failed'],
  active: ['cancelled', 'not_renewed'],
  cancelled: [],
  not_renewed: [],
  expired: [],
  issue_failed: [], // its money goes back by the charge
} as const satisfies Record<string, readonly string[]>

/**
 * The charge of one period: one row per subscription and period. `failed`: every try was declined;
 * `dropped`: no longer wanted.
 */
export const charge = {
  due: ['paid', 'failed', 'dropped'],
  paid: ['refunding'],
  failed: [],
  dropped: [],
  refunding: ['refunded'],
  refunded: [],
} as const satisfies Record<string, readonly string[]>

export type SubscriptionState = keyof typeof subscription
export type ChargeState = keyof typeof charge

export const {
  states: subscriptionStates,
  mayBecome: subscriptionMayBecome,
  before: subscriptionBefore,
} = questions<SubscriptionState>(subscription)
export const {
  states: chargeStates,
  mayBecome: chargeMayBecome,
  before: chargeBefore,
} = questions<ChargeState>(charge)
