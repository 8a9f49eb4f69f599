import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'
import type { ProductName } from '../products.ts'
import { claimsUnder } from '../products.ts'
import type { ClaimCase, ClaimFacts, Party } from './facts.ts'
import type { Paper } from './papers.ts'
import type { ClaimState } from './state.ts'
import { type ClaimVerdict, claimVerdict } from './verdict.ts'
import type { MovedDays } from './working-days.ts'

/** Facts of a new claim: nothing is known, the victim claims, a car or a room is damaged. */
export const unknownFacts: ClaimFacts = {
  identityConfirmed: false,
  simplified: false,
  direct: false,
  health: 'unhurt',
  victims: null,
  applicant: 'victim',
  ownExpenses: false,
  ownCover: false,
  circumstances: new Set(),
  knownOn: null,
  papersOn: null,
  inspectedOn: null,
  decidedOn: null,
  paidOn: null,
  refused: false,
  sumInsured: null,
}

/** What the desk knows of a claim; the day of the accident is null if unknown. */
type KnownAtDesk = {
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
  /** The claim is made to the claimant's own insurer. */
  direct: boolean
  own_cover: boolean
  mrp: Tenge | null
  sum_insured: Tenge | null
  today: Day
  moved: MovedDays
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

/** Returns the facts for the rules, as far as the desk knows them. */
export const factsAtDesk = ({ known, status }: Pick<AtDesk, 'known' | 'status'>): ClaimFacts => ({
  ...unknownFacts,
  identityConfirmed: known.identity_confirmed,
  health: known.injured ? 'injury' : 'unhurt',
  simplified: known.simplified,
  direct: known.direct,
  ownCover: known.own_cover,
  papersOn: known.counted_from,
  decidedOn: known.decided_on,
  paidOn: known.paid_on,
  refused: status === 'rejected',
  sumInsured: known.sum_insured,
})

const byDay = new Set(['in_future', 'before_policy', 'after_policy', 'long_ago', 'late_notice'])

/**
 * Returns the rules' verdict on a claim at the desk; draws no conclusion from an unknown day of the
 * accident.
 */
export function verdictAtDesk(of: AtDesk): ClaimVerdict {
  const { known } = of
  const verdict = claimVerdict({
    product: of.product,
    cause: claimsUnder[of.product].unnamedCause,
    claimCase: of.claimCase,
    party: of.party,
    happenedOn: known.happened_on ?? known.submitted_on,
    reportedOn: known.submitted_on,
    papers: of.papers,
    facts: factsAtDesk(of),
    policy: { startsOn: of.period.start, endsOn: of.period.end },
    mrp: known.mrp,
    today: known.today,
    moved: known.moved,
  })
  if (known.happened_on !== null) return verdict
  return {
    ...verdict,
    deadlines: verdict.deadlines.filter(({ kind }) => kind !== 'notice'),
    refusals: verdict.refusals.filter(({ code }) => !byDay.has(code)),
    doubts: verdict.doubts.filter(({ code }) => !byDay.has(code)),
  }
}
