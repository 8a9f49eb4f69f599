import { claimsUnder } from '../products.ts'
import type { ClaimFacts } from './facts.ts'
import type { AtDesk } from './known-at-desk.ts'
import { unknownFacts } from './unknown-facts.ts'
import { type ClaimVerdict, claimVerdict } from './verdict.ts'

/** What the rules are asked with, as far as the desk knows it. */
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
 * The verdict of the rules on a claim as it lies at the desk. Where the day of the accident is not
 * known, nothing is said by it.
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
  })
  if (known.happened_on !== null) return verdict
  return {
    ...verdict,
    deadlines: verdict.deadlines.filter(({ kind }) => kind !== 'notice'),
    refusals: verdict.refusals.filter(({ code }) => !byDay.has(code)),
    doubts: verdict.doubts.filter(({ code }) => !byDay.has(code)),
  }
}
