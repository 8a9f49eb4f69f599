/**
 * What waits for people at the desks: the action an order needs. `due.ts` decides when something is
 * overdue, `claim.ts` has the law's days of a claim.
 */
export const needs = [
  'issue',
  'send_again',
  'enter_details',
  'approve_details',
  'transfer',
  /**
   * The bank did not say whether a bill was sent: staff look for its number in the bank's
   * application.
   */
  'find_bill',
  /** A message or the papers did not reach the client. */
  'send_papers',
] as const
export type Need = (typeof needs)[number]

/** A failed refund: whether a payment can still take it, and the state of its bank details. */
export type OpenRefund = { byPayment: boolean; details: 'none' | 'entered' | 'approved' }

/** Other open matters of an order: a bill of unknown outcome, a letter that was not sent. */
export type Open = { bill: boolean; letter: boolean }

/**
 * Returns the action an order needs; null if none. Money owed first, then the policy, then a bill
 * that may still be paid, then messages the client did not get.
 */
export function needOf(
  notIssued: boolean,
  refunds: readonly OpenRefund[],
  open: Open = { bill: false, letter: false },
): Need | null {
  const [refund] = refunds
  if (!refund) {
    if (notIssued) return 'issue'
    return open.bill ? 'find_bill' : open.letter ? 'send_papers' : null
  }
  if (refund.details === 'approved') return 'transfer'
  if (refund.details === 'entered') return 'approve_details'
  return refund.byPayment ? 'send_again' : 'enter_details'
}

/** Days back in which unclear bills and lost letters are searched for. A guess. */
export const openDays = 14
