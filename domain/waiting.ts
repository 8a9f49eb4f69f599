/**
 * What waits for people at the desks: what an order needs of them. When something is late stands in
 * `due.ts`, the law's days of a claim in `claim.ts`.
 */
export const needs = [
  'issue',
  'send_again',
  'enter_details',
  'approve_details',
  'transfer',
  /** The bank did not say whether a bill was sent: its number stands in its application. */
  'find_bill',
  /** A message or the papers did not reach the client. */
  'send_papers',
] as const
export type Need = (typeof needs)[number]

/**
 * A refund that did not go back: whether a payment can still take it, and how far its details are.
 */
export type OpenRefund = { byPayment: boolean; details: 'none' | 'entered' | 'approved' }

/** What else stands open at an order: a bill nobody knows of, a letter that did not go. */
export type Open = { bill: boolean; letter: boolean }

/**
 * What an order waits for; null where nobody has to do anything. Money owed comes first, then the
 * policy, then a bill that may still be paid, then what the client was not sent.
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

/** So many days back an unclear bill or a lost letter is looked for. A guess. */
export const openDays = 14
