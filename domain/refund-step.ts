import type { OurRefund } from './card-refunds.ts'
import { lostRefundMs } from './lifetimes.ts'

const isOpen = ({ state, askedAt }: OurRefund): boolean => state !== 'done' && askedAt !== null

/**
 * What is to be done about a refund that none of their lines shows: it is sent when nothing was
 * asked, or when what was asked without an answer would have shown by now; what they said yes to is
 * never sent again.
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
