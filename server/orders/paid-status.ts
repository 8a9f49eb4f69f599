import type { z } from 'zod'
import type { PaidStatus, SetStatus } from '#contract/ogpo-order.ts'
import { isLost } from '#domain/order.ts'

/** An order's state in the words of the specification: paid, and set. */

type Paid = z.infer<typeof PaidStatus>
type Set = z.infer<typeof SetStatus>

const PAID_STATES = [
  'paid',
  'issuing',
  'issued',
  'issue_failed',
  'refunding',
  'refunded',
  'refund_failed',
]

/** How the payment stands, by the order and the attempt the client is looking at. */
export function paidStatus(
  order: { state: string; paid_at: Date | null },
  attempt: { state: string } | undefined,
): Paid {
  if (PAID_STATES.includes(order.state) && order.paid_at) return 'paid'
  if (order.state === 'expired' || order.state === 'cancelled') return 'expired'
  if (order.state === 'rejected') return 'rejected'
  if (attempt?.state === 'rejected') return 'rejected'
  if (attempt?.state === 'error') return 'error'
  if (attempt?.state === 'expired') return 'expired'
  return 'awaiting'
}

/** How the issue stands. */
export function setStatus(order: { state: string; issue_attempts: number }): Set {
  if (order.state === 'issued') return 'issued'
  if (isLost(order.state)) return 'failed'
  if (order.state === 'issuing') return order.issue_attempts > 0 ? 'retrying' : 'issuing'
  return order.state === 'paid' ? 'issuing' : 'waiting'
}
