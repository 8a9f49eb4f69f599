import type { Day } from '../calendar.ts'
import { claimsUnder, type ProductName } from '../products.ts'
import { type Basis, basisOf } from './basis.ts'
import type { Cause } from './causes.ts'
import type { ClaimFacts } from './facts.ts'

/** The specification's six slots, in the order of the form (settled.md, "The wire"). */
export const claimSlots = [
  'id_front',
  'id_back',
  'claim_application',
  'payment_application',
  'event_document',
  'damage_document',
] as const
export type ClaimSlotName = (typeof claimSlots)[number]
/** The six, then the papers that article 25 asks for in some cases. */
export const claimPapers = [
  ...claimSlots,
  'health_certificate',
  'disability_certificate',
  'death_certificate',
  'entitlement_document',
  'power_of_attorney',
  'expenses_document',
] as const
export type Paper = (typeof claimPapers)[number]

/** Issuer of a paper, so where the client gets it; its name is in the texts. */
export type Source =
  | 'made_here'
  | 'camera'
  | 'police'
  | 'court'
  | 'declaration'
  | 'clinic'
  | 'disability_commission'
  | 'registry_office'
  | 'notary'
  | 'firm'
  | 'receipts'
  | 'building_service'
  | 'fire_service'
  | 'weather_service'

/** A paper that a case needs. `why` is the rule. */
export type NeededPaper = { paper: Paper; why: Basis; where: Source }

/** Facts that decide which papers a case needs. */
export type PapersCase = {
  product: ProductName
  cause: Cause
  reportedOn: Day
  facts: Pick<
    ClaimFacts,
    'identityConfirmed' | 'simplified' | 'health' | 'applicant' | 'ownExpenses'
  >
}

const disabled = new Set<ClaimFacts['health']>([
  'disability_1',
  'disability_2',
  'disability_3',
  'disabled_child',
])

/**
 * Returns who confirms a road accident: the declaration of the simplified procedure; the police,
 * whose protocol alone is enough without injuries (25 § 9); else the document that closes the case.
 */
function roadSource({ simplified, health }: PapersCase['facts']): Source {
  if (health !== 'unhurt') return 'court'
  return simplified ? 'declaration' : 'police'
}
const homeSource: Partial<Record<Cause, Source>> = {
  fire: 'fire_service',
  burglary: 'police',
  weather: 'weather_service',
}

/**
 * Lists the papers a case needs, in the order of the form. The list of article 25 is closed: the
 * insurer may request nothing else, nor what a state system holds, so a confirmed identity needs no
 * photographs. The application contains the request to assess the harm (25 § 2 (4-2)).
 */
export function neededPapers({ product, cause, reportedOn, facts }: PapersCase): NeededPaper[] {
  const road = claimsUnder[product].byMotorLaw
  const own = <T extends Basis>(law: T): Basis => (road ? law : basisOf.homeRules)
  const bank = road && reportedOn >= basisOf.bankDetails.from
  const list: (NeededPaper | false)[] = [
    !facts.identityConfirmed && {
      paper: 'id_front',
      why: own(basisOf.identity),
      where: 'camera',
    },
    !facts.identityConfirmed && { paper: 'id_back', why: own(basisOf.identity), where: 'camera' },
    { paper: 'claim_application', why: own(basisOf.demand), where: 'made_here' },
    {
      paper: 'payment_application',
      why: bank ? basisOf.bankDetails : basisOf.slots,
      where: 'made_here',
    },
    {
      paper: 'event_document',
      why: own(basisOf.eventAndHarm),
      where: road ? roadSource(facts) : (homeSource[cause] ?? 'building_service'),
    },
    { paper: 'damage_document', why: own(basisOf.eventAndHarm), where: 'camera' },
    road &&
      facts.health !== 'unhurt' &&
      facts.health !== 'death' && {
        paper: 'health_certificate',
        why: basisOf.health,
        where: 'clinic',
      },
    road &&
      disabled.has(facts.health) && {
        paper: 'disability_certificate',
        why: basisOf.health,
        where: 'disability_commission',
      },
    road &&
      facts.health === 'death' && {
        paper: 'death_certificate',
        why: basisOf.death,
        where: 'registry_office',
      },
    road &&
      (facts.applicant === 'heir' || facts.applicant === 'payer') && {
        paper: 'entitlement_document',
        why: basisOf.entitlement,
        where: facts.applicant === 'heir' ? 'notary' : 'receipts',
      },
    road &&
      facts.applicant === 'representative' && {
        paper: 'power_of_attorney',
        why: basisOf.identity,
        where: 'firm',
      },
    road &&
      facts.ownExpenses && {
        paper: 'expenses_document',
        why: basisOf.expenses,
        where: 'receipts',
      },
  ]
  return list.filter((one) => one !== false)
}

/** Lists the papers a case needs and does not have. */
export const missingPapers = (of: PapersCase, have: ReadonlySet<Paper>): NeededPaper[] =>
  neededPapers(of).filter(({ paper }) => !have.has(paper))
