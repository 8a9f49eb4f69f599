import type { OurRefund } from './card-refunds.ts'
import { lostRefundMs } from './lifetimes.ts'

const isOpen = ({ state, askedAt }: OurRefund): boolean => state !== 'done' && askedAt !== null

/**
 * Returns the next step of a refund missing in their lines: it is sent if it was never requested,
 * or if a request without an answer would have appeared by now; one they accepted is never sent
 * again.
 */
export function stepOfRefund(
  refund: OurRefund,
  others: readonly OurRefund[],
  now: Date,
  seenAfterMs: number,
): 'send' | 'wait' | 'lost' {
  const { askedAt, acceptedAt } = refund
  if (acceptedAt) return now.getTime() - acceptedAt.getTime() < lostRefundMs ? 'wait' : 'lost'
  if (askedAt) return now.getTime() - askedAt.getTime() < seenAfterMs ? 'wait' : 'send'
  return others.some((other) => other.id !== refund.id && isOpen(other)) ? 'wait' : 'send'
}
