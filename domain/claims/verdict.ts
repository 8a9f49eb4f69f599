import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'
import type { ProductName } from '../products.ts'
import type { Cause } from './causes.ts'
import { type LawDeadline, lawDeadlines } from './deadlines.ts'
import type { ClaimCase, ClaimFacts, Party } from './facts.ts'
import { claimLimits, type Limit } from './limits.ts'
import { type Objection, objections } from './objections.ts'
import { missingPapers, type NeededPaper, type Paper } from './papers.ts'
import type { MovedDays } from './working-days.ts'

export type VerdictCase = {
  product: ProductName
  cause: Cause
  /** Owner of the property: the form's `claim_case`. */
  claimCase: ClaimCase
  /** The claimant: the form's `claim_status`. */
  party: Party
  /** Day of the accident, Almaty. */
  happenedOn: Day
  /** Day on which it was reported to us; today until it is sent. */
  reportedOn: Day
  /** Papers received and not requested again. */
  papers: ReadonlySet<Paper>
  /** Start with `unknownFacts` and set what is known. */
  facts: ClaimFacts
  /** First and last day of cover. */
  policy: { startsOn: Day; endsOn: Day }
  /** Tenge of the MRP of today's year (`Tables.mrp`), null when there is no table. */
  mrp: Tenge | null
  today: Day
  moved: MovedDays
}

export type ClaimVerdict = {
  /** No paper is missing. Says nothing of the decision, which a person makes. */
  complete: boolean
  missing: NeededPaper[]
  deadlines: LawDeadline[]
  limits: Limit[]
  /** Grounds of the law to refuse, whole or in part; a person decides. */
  refusals: Objection[]
  /** Reasons to check that refuse nothing. */
  doubts: Objection[]
}

/**
 * What is to be said of a claim at once, by law 446-II as it stands: which papers are missing, why
 * and where to get them; the deadlines that run; what the limits allow; what speaks against it.
 * Pure: the same in the browser, where it is sent, and at the desk. Each line names its article in
 * `basis` or `why`; a guess is marked there.
 *
 * Nothing refuses by itself, because art. 29 wants a reasoned decision of the insurer: the law's
 * grounds are `refusal` or `partial`, a question is `doubt`. The list of art. 25 is closed, so we
 * demand no other paper and no photograph of a document that the register confirmed. A term that
 * counts from the last paper waits for it; asking for a paper again stops no term.
 */
export function claimVerdict(of: VerdictCase): ClaimVerdict {
  const missing = missingPapers(of, of.papers)
  const complete = missing.length === 0
  const against = objections(of)
  return {
    complete,
    missing,
    deadlines: lawDeadlines({ ...of, complete }),
    limits: claimLimits(of.product, of.facts, of.mrp),
    refusals: against.filter(({ effect }) => effect !== 'doubt'),
    doubts: against.filter(({ effect }) => effect === 'doubt'),
  }
}
