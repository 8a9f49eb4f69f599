import type { Day } from './calendar.ts'
import type { Need } from './waiting.ts'

export const clientNows = ['not_issued', 'refund', 'claim', 'match', 'covered', 'nothing'] as const
/** A client's situation: one word and its day or sum. */
export type ClientNow = {
  what: (typeof clientNows)[number]
  day: Day | null
  amount: number | null
}

type Standing = {
  /** Actions that their sales need, with the sums. */
  needs: readonly { need: Need; amount: number }[]
  /** A match with a list, undecided. */
  match: boolean
  /** The nearest of the law's days of their open claims. */
  claimDue: Day | null
  /** The latest end of a policy that holds. */
  coveredUntil: Day | null
}

/**
 * Returns the most urgent matter: money without a policy, a refund under way, a match, a claim;
 * else the policy in force.
 */
export function clientNow({ needs, match, claimDue, coveredUntil }: Standing): ClientNow {
  const unissued = needs.find(({ need }) => need === 'issue')
  if (unissued) return { what: 'not_issued', day: null, amount: unissued.amount }
  const [refund] = needs
  if (refund) return { what: 'refund', day: null, amount: refund.amount }
  if (match) return { what: 'match', day: null, amount: null }
  if (claimDue) return { what: 'claim', day: claimDue, amount: null }
  return coveredUntil
    ? { what: 'covered', day: coveredUntil, amount: null }
    : { what: 'nothing', day: null, amount: null }
}
