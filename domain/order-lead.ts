import { issueDeadline } from './lifetimes.ts'
import { type Need, needOf, type OpenRefund } from './waiting.ts'

/**
 * The first thing a desk shows of an order: what is wrong, what happens automatically and until
 * when.
 */
export type Lead = {
  what: Need | 'bill_unclear' | 'awaiting' | 'refunding'
  /** Wrong, or merely under way. */
  bad: boolean
  /** The next try that is made without anybody. */
  next: string | null
  /** If not issued by then, the money is refunded automatically. */
  until: string | null
}

type Told = {
  state: string
  /** People may run the issue again: money came and there is no policy. */
  mayIssue: boolean
  failed: boolean
  isHome: boolean
  paidAt: string | null
  startDate: string | null
  nextAttemptAt: string | null
  unclearBills: number
  refunds: readonly OpenRefund[]
}

/** Returns null if nothing is wrong and nothing is under way. */
export function leadOf(order: Told): Lead | null {
  const told = (what: Lead['what'], bad: boolean): Lead => ({ what, bad, next: null, until: null })
  if (order.unclearBills > 0) return told('bill_unclear', true)
  const need = needOf(order.mayIssue, order.refunds)
  if (need && need !== 'issue') return told(need, true)
  if (need)
    return {
      what: 'issue',
      bad: order.failed,
      next: order.nextAttemptAt,
      until:
        order.isHome || !order.paidAt || !order.startDate
          ? null
          : issueDeadline(new Date(order.paidAt), order.startDate).toISOString(),
    }
  if (order.state === 'awaiting_payment') return told('awaiting', false)
  return order.state === 'refunding' ? told('refunding', false) : null
}
