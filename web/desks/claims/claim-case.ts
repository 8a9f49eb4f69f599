import { factsAtDesk, verdictAtDesk } from '#domain/claims/at-desk.ts'
import type { ClaimFacts } from '#domain/claims/facts.ts'
import { claimPapers } from '#domain/claims/papers.ts'
import type { ClaimVerdict } from '#domain/claims/verdict.ts'
import type { StaffClaim } from './claim.ts'
import { type Paper, papersOf } from './papers.ts'

export const factsOf = ({ rules, status }: StaffClaim): ClaimFacts =>
  factsAtDesk({ known: rules, status })

const isHere = new Set<Paper['state']>(['fits', 'open', 'waiting'])

/**
 * Returns the verdict of the rules; a paper that must be sent again, or has a virus, counts as
 * missing.
 */
export function verdictOf(claim: StaffClaim): ClaimVerdict {
  const here = new Set(
    papersOf(claim)
      .filter(({ state, isOlder }) => !isOlder && isHere.has(state))
      .map(({ file }) => file.type),
  )
  return verdictAtDesk({
    product: claim.policy_type,
    claimCase: claim.claim_case,
    party: claim.claim_status,
    status: claim.status,
    period: claim.period,
    known: claim.rules,
    papers: new Set(claimPapers.filter((paper) => here.has(paper))),
  })
}
