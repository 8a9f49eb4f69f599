import { refundStates } from './contract/facts.ts'

/**
 * Columns a report may be sorted by: the first press and the second. Times, and sums of orders,
 * have had words for their values from the beginning.
 */
type Sorting = { first: string; second: string; rising: 'first' | 'second' }
const byTime = { first: 'newest', second: 'oldest', rising: 'second' } as const
const bySum = { first: 'dearest', second: 'cheapest', rising: 'second' } as const
const by = <Key extends string>(key: Key) =>
  ({ first: key, second: `-${key}`, rising: 'first' }) as const
export const orderSorts = {
  createdAt: byTime,
  amount: bySum,
  paidAt: by('paidAt'),
  number: by('number'),
  status: by('status'),
  insurer: by('insurer'),
  source: by('source'),
  promoter: by('promoter'),
} as const satisfies Record<string, Sorting>
export const movementSorts = { at: byTime } as const satisfies Record<string, Sorting>
export const refundSorts = {
  createdAt: byTime,
  amount: bySum,
  orderId: by('orderId'),
  status: by('status'),
} as const satisfies Record<string, Sorting>
/** `open`: the lines that match nothing first. */
export const statementSorts = {
  line: by('line'),
  day: by('day'),
  key: by('key'),
  outsideId: by('outsideId'),
} as const satisfies Record<string, Sorting>

type Sorts = Readonly<Record<string, Sorting>>
export type SortOf<Table extends Sorts> = Table[keyof Table]['first' | 'second']
/** Every order of a table of them. */
export const sortsOf = <Table extends Sorts>(table: Table): SortOf<Table>[] =>
  Object.values(table).flatMap(({ first, second }) => [first, second])
/** The column and the direction of an order. */
export function sortedBy<Table extends Sorts>(table: Table, sort: SortOf<Table>) {
  const found = Object.entries(table).find(([, { first, second }]) =>
    [first, second].includes(sort),
  )
  if (!found) throw new Error(`no order: ${sort}`)
  const [key, { first, rising }] = found as [keyof Table & string, Sorting] // of this table
  return { key, order: (sort === first) === (rising === 'first') ? 'asc' : 'desc' } as const
}

/** A filter of orders beside their states: paid, whatever their present state. */
export const WAS_PAID = 'was_paid'

/** The filter for sales without a promoter. */
export const NO_PROMOTER = 'none'

/** States shown in the register of refunds: a frozen one is not on its way (decision 302). */
export const registerStates = [...refundStates, 'frozen'] as const
/**
 * Filters of the register of refunds: `open` are not paid out yet, `details` wait for the client's
 * bank details.
 */
export const refundNarrowings = [...registerStates, 'open', 'details'] as const

/** Rows of a page of a report. */
export const REPORT_PAGE = 100

/**
 * Lists the page numbers shown beside page `at`: the first, the last and its neighbours; null for a
 * gap.
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
 * Kinds of disagreement between orders, payments, policies and statements, the gravest first; the
 * refunds at the end are for information only.
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
