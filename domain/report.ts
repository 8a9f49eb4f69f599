/** How a report of orders may be sorted: by time from the index, by sum within the period. */
export const reportSorts = ['newest', 'oldest', 'dearest', 'cheapest'] as const

/**
 * Where orders, payments, policies and statements do not agree, the gravest first; refunds at the
 * end are only told.
 */
export const exceptionKinds = [
  'paid_not_issued',
  'issued_not_paid',
  'ledger_differs',
  'contract_differs',
  'registered_differs',
  'refund_failed',
  'commission_mismatch',
  'statement_unmatched',
  'not_in_statement',
  'receipt_refused',
  'refunded',
] as const
