import type { Day } from '#domain/calendar.ts'
import { unknownFacts } from '#domain/claims/at-desk.ts'
import type { ClaimFacts } from '#domain/claims/facts.ts'
import type { Paper } from '#domain/claims/papers.ts'
import { claimVerdict, type VerdictCase } from '#domain/claims/verdict.ts'

/** The MRP of 2026. */
const mrp = 4_325
export const six: Paper[] = [
  'id_front',
  'id_back',
  'claim_application',
  'payment_application',
  'event_document',
  'damage_document',
]
type Change = Partial<Omit<VerdictCase, 'facts' | 'papers'>> & {
  facts?: Partial<ClaimFacts>
  papers?: readonly Paper[]
}
/** A collision on Friday 20 November 2026, told and complete on Monday the 23rd. */
export const road = ({ facts, papers = six, ...rest }: Change = {}): VerdictCase => ({
  product: 'ogpo',
  cause: 'collision',
  claimCase: 'owner',
  party: 'injured',
  happenedOn: '2026-11-20',
  reportedOn: '2026-11-23',
  policy: { startsOn: '2026-03-01', endsOn: '2027-02-28' },
  mrp,
  today: '2026-11-23',
  moved: {},
  ...rest,
  papers: new Set(papers),
  facts: { ...unknownFacts, papersOn: '2026-11-23', ...facts },
})
export const home = (change: Change = {}): VerdictCase =>
  road({ product: 'home', cause: 'water_neighbour', ...change })
export const without = (...gone: Paper[]): Paper[] => six.filter((paper) => !gone.includes(paper))

export type Due = [kind: string, on: Day, state: string]
export const dueOf = (of: VerdictCase): Due[] =>
  claimVerdict(of).deadlines.map(({ kind, on, state }) => [kind, on, state])
