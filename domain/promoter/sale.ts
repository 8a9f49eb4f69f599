import { isLost } from '../order.ts'

/** Why a promoter's sale is stuck. */
export const saleTroubles = [
  'bill_not_sent',
  'expired',
  'rejected',
  'cancelled',
  'retrying',
  'refunding',
  'not_issued',
  'refund_failed',
] as const
export type SaleTrouble = (typeof saleTroubles)[number]

type Sale = {
  state: string
  /** The state of its last payment attempt. */
  pay: string | null
  /** The last try to register it failed. */
  failed: boolean
}

const ofState: Readonly<Record<string, SaleTrouble>> = {
  expired: 'expired',
  rejected: 'rejected',
  cancelled: 'cancelled',
  issue_failed: 'refunding',
  refunding: 'refunding',
  refunded: 'not_issued',
  refund_failed: 'refund_failed',
}
const ofBill: Readonly<Record<string, SaleTrouble>> = {
  error: 'bill_not_sent',
  rejected: 'rejected',
  expired: 'expired',
}

/** Returns a sale's fault; null if it is sold or its bill may still be paid. */
export function troubleOf({ state, pay, failed }: Sale): SaleTrouble | null {
  if (state === 'awaiting_payment') return ofBill[pay ?? ''] ?? null
  if (state === 'paid' || state === 'issuing') return failed ? 'retrying' : null
  return ofState[state] ?? null
}

/**
 * Returns the promoter's next step: another bill as long as it may be paid, the same sale anew when
 * it never will be. Null if there is none: it is sold, or the product continues by itself.
 */
export function wayOn(state: string): 'bill' | 'again' | null {
  if (state === 'awaiting_payment') return 'bill'
  return isLost(state) ? 'again' : null
}
