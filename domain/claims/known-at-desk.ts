import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'
import type { ProductName } from '../products.ts'
import type { ClaimCase, Party } from './facts.ts'
import type { Paper } from './papers.ts'
import type { ClaimState } from './state.ts'

/** What the desk knows of a claim; the day of the accident is null where nobody said it. */
export type KnownAtDesk = {
  happened_on: Day | null
  submitted_on: Day
  /** From which the law's days count. */
  counted_from: Day
  decided_on: Day | null
  paid_on: Day | null
  identity_confirmed: boolean
  injured: boolean
  /** Both drivers have signed the notice of the simplified procedure. */
  simplified: boolean
  /** The money is asked of one's own insurer. */
  direct: boolean
  own_cover: boolean
  mrp: Tenge | null
  sum_insured: Tenge | null
  today: Day
}
export type AtDesk = {
  product: ProductName
  claimCase: ClaimCase
  party: Party
  status: ClaimState
  period: { start: Day; end: Day }
  known: KnownAtDesk
  /** Papers that are here and good so far. */
  papers: ReadonlySet<Paper>
}
