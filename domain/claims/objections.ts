import { addMonths, type Day } from '../calendar.ts'
import { claimsUnder, type ProductName } from '../products.ts'
import { type Basis, basisOf } from './basis.ts'
import { toldBy } from './deadlines.ts'
import type { Circumstance, ClaimCase, ClaimFacts, Party } from './facts.ts'
import type { MovedDays } from './working-days.ts'

/**
 * An objection to a claim. `refusal`: the law gives a ground, a person decides; `partial`: a ground
 * for a part of it; `doubt`: no ground to refuse, only a question.
 */
export type Objection = {
  code:
    | 'in_future'
    | 'before_policy'
    | 'after_policy'
    | 'own_vehicle'
    | 'long_ago'
    | 'late_notice'
    | Circumstance
  effect: 'refusal' | 'partial' | 'doubt'
  basis: Basis
}

export type ObjectionsCase = {
  product: ProductName
  claimCase: ClaimCase
  party: Party
  happenedOn: Day
  reportedOn: Day
  facts: Pick<ClaimFacts, 'circumstances' | 'knownOn' | 'ownCover'>
  policy: { startsOn: Day; endsOn: Day }
  today: Day
  moved: MovedDays
}

const grounds: Record<Circumstance, Omit<Objection, 'code'>> = {
  intent: { effect: 'refusal', basis: basisOf.intent },
  offence: { effect: 'refusal', basis: basisOf.offence },
  compensated: { effect: 'refusal', basis: basisOf.compensated },
  contest: { effect: 'refusal', basis: basisOf.contest },
  loading: { effect: 'refusal', basis: basisOf.loading },
  valuables: { effect: 'partial', basis: basisOf.valuables },
  not_shown: { effect: 'refusal', basis: basisOf.notShown },
  war: { effect: 'refusal', basis: basisOf.war },
}
/** General limitation, months (Civil Code, article 178). */
const limitationMonths = 36

/** OGPO never pays for the car of the driver at fault (29 § 5-1), unless other cover was bought. */
function ownVehicle({ product, claimCase, party, facts }: ObjectionsCase): Objection[] {
  if (!claimsUnder[product].byMotorLaw || party !== 'at_fault' || claimCase === 'third-party')
    return []
  if (facts.ownCover) return [{ code: 'own_vehicle', effect: 'doubt', basis: basisOf.ownVehicle }]
  const effect = claimCase === 'owner' ? 'refusal' : 'partial'
  return [{ code: 'own_vehicle', effect, basis: basisOf.ownVehicle }]
}

/**
 * Lists the objections that follow from a claim's dates and facts. The list of article 29 is closed
 * (29 § 6): a late notice and a long delay are doubts, never refusals.
 */
export function objections(of: ObjectionsCase): Objection[] {
  const { product, happenedOn, reportedOn, facts, policy, today, moved } = of
  const own = (basis: Basis): Basis => (claimsUnder[product].byMotorLaw ? basis : basisOf.homeRules)
  const noticeBy = toldBy(facts.knownOn ?? happenedOn, moved)
  const dates: (Objection | false)[] = [
    happenedOn > today && {
      code: 'in_future',
      effect: 'refusal',
      basis: own(basisOf.insuredEvent),
    },
    happenedOn < policy.startsOn && {
      code: 'before_policy',
      effect: 'refusal',
      basis: own(basisOf.covered),
    },
    happenedOn > policy.endsOn && {
      code: 'after_policy',
      effect: 'refusal',
      basis: own(basisOf.covered),
    },
    reportedOn > addMonths(happenedOn, limitationMonths) && {
      code: 'long_ago',
      effect: 'doubt',
      basis: basisOf.limitation,
    },
    reportedOn > noticeBy && { code: 'late_notice', effect: 'doubt', basis: own(basisOf.notice) },
  ]
  const said = [...facts.circumstances].map((code) => ({
    code,
    effect: grounds[code].effect,
    basis: own(grounds[code].basis),
  }))
  return [...dates.filter((one) => one !== false), ...ownVehicle(of), ...said]
}
