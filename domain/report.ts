import { refundStates } from './contract/facts.ts'

/** How a report of orders may be sorted: by time from the index, by sum within the period. */
export const reportSorts = ['newest', 'oldest', 'dearest', 'cheapest'] as const

/** What a report is narrowed to where no promoter sold it. */
export const NO_PROMOTER = 'none'

/**
 * What the register of refunds is narrowed to: `open` have not gone yet, `details` wait for the
 * client's bank details.
 */
export const refundNarrowings = [...refundStates, 'open', 'details'] as const

/** Rows of a page of a report. */
export const REPORT_PAGE = 100

/**
 * The pages that are named beside page `at`: the first, the last and its neighbours; null where
 * some are left out between two.
 */
export function pagesAround(at: number, last: number): (number | null)[] {
  const named = [1, at - 1, at, at + 1, last].filter((page) => page >= 1 && page <= last)
  const pages = [...new Set(named)].toSorted((one, other) => one - other)
  return pages.flatMap((page, n) => {
    const before = pages[n - 1] ?? page - 1
    if (page - before === 1) return [page]
    return page - before === 2 ? [page - 1, page] : [null, page]
  })
}

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
