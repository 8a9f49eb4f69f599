import { type ClaimFacts, unknownFacts } from '#domain/claims/facts.ts'
import { claimPapers } from '#domain/claims/papers.ts'
import { type ClaimVerdict, claimVerdict } from '#domain/claims/verdict.ts'
import type { StaffClaim } from './claim.ts'
import { type Paper, papersOf } from './papers.ts'

/** What the rules are asked with, as far as the claim says it. */
export const factsOf = ({ rules, status }: StaffClaim): ClaimFacts => ({
  ...unknownFacts,
  identityConfirmed: rules.identity_confirmed,
  health: rules.injured ? 'injury' : 'unhurt',
  ownCover: rules.own_cover,
  papersOn: rules.counted_from,
  decidedOn: rules.decided_on,
  paidOn: rules.paid_on,
  refused: status === 'rejected',
  sumInsured: rules.sum_insured,
})

const isHere = new Set<Paper['state']>(['fits', 'open', 'waiting'])
const isByDay = new Set(['in_future', 'before_policy', 'after_policy', 'long_ago', 'late_notice'])

/**
 * The verdict of the rules on the claim as it lies here: a paper that is to be sent again, or holds
 * a virus, is missing. Where the day of the accident is not known, nothing is said by it.
 */
export function verdictOf(claim: StaffClaim): ClaimVerdict {
  const { rules } = claim
  const here = new Set(
    papersOf(claim)
      .filter(({ state, isOlder }) => !isOlder && isHere.has(state))
      .map(({ file }) => file.type),
  )
  const happenedOn = rules.happened_on ?? rules.submitted_on
  const verdict = claimVerdict({
    product: claim.policy_type,
    cause: claim.policy_type === 'ogpo' ? 'collision' : 'other_home',
    claimCase: claim.claim_case,
    party: claim.claim_status,
    happenedOn,
    reportedOn: rules.submitted_on,
    papers: new Set(claimPapers.filter((paper) => here.has(paper))),
    facts: factsOf(claim),
    policy: { startsOn: claim.period.start, endsOn: claim.period.end },
    mrp: rules.mrp,
    today: rules.today,
  })
  if (rules.happened_on !== null) return verdict
  return {
    ...verdict,
    deadlines: verdict.deadlines.filter(({ kind }) => kind !== 'notice'),
    refusals: verdict.refusals.filter(({ code }) => !isByDay.has(code)),
    doubts: verdict.doubts.filter(({ code }) => !isByDay.has(code)),
  }
}
