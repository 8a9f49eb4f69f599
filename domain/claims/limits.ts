import { type Day, daysBetween } from '../calendar.ts'
import type { Tenge } from '../money.ts'
import { claimsUnder, type ProductName } from '../products.ts'
import { type Basis, basisOf } from './basis.ts'
import type { ClaimCase, ClaimFacts, Health } from './facts.ts'

/** The most the law pays, in MRP (24 § 1, 24 § 6; resolution 83 for the simplified procedure). */
export const limitsInMrp = {
  death: 2_000,
  disability_1: 1_600,
  disability_2: 1_200,
  disability_3: 500,
  disabled_child: 1_000,
  injury: 300,
  property_one: 600,
  property_all: 2_000,
  simplified: 100,
  funeral: 100,
} as const
/** MRP up to which two drivers may draw the scheme themselves and bring it to the police (22-1). */
export const ownSchemeMrp = 50

export type Limit = {
  harm: keyof typeof limitsInMrp | 'home'
  mrp: number | null
  /** Tenge by the MRP of the day of payment (24 § 3); null if that MRP is unknown. */
  sum: Tenge | null
  /** `whole`: this sum and no other (24 § 2); else at most this. */
  whole: boolean
  basis: Basis
}

const healthLimits: Record<Health, readonly (keyof typeof limitsInMrp)[]> = {
  unhurt: [],
  injury: ['injury'],
  disability_1: ['disability_1'],
  disability_2: ['disability_2'],
  disability_3: ['disability_3'],
  disabled_child: ['disabled_child'],
  death: ['death', 'funeral'],
}
const notWhole = new Set<Limit['harm']>(['injury', 'property_one', 'property_all', 'simplified'])

const basisOfLimit = (harm: Limit['harm']): Basis =>
  harm === 'simplified'
    ? basisOf.simplifiedSum
    : harm === 'funeral'
      ? basisOf.funeral
      : basisOf.limits

/**
 * Returns what the limits of cover allow for a claim: property always, health if a person was
 * injured. `mrp`: tenge of the year of payment, null if its tables are missing.
 */
export function claimLimits(
  product: ProductName,
  facts: Pick<ClaimFacts, 'health' | 'victims' | 'simplified' | 'sumInsured'>,
  mrp: Tenge | null,
): Limit[] {
  if (!claimsUnder[product].byMotorLaw)
    return [
      { harm: 'home', mrp: null, sum: facts.sumInsured, whole: false, basis: basisOf.homeRules },
    ]
  const harms: (keyof typeof limitsInMrp)[] = [
    ...(facts.simplified ? (['simplified'] as const) : (['property_one'] as const)),
    ...((facts.victims ?? 1) > 1 ? (['property_all'] as const) : []),
    ...healthLimits[facts.health],
  ]
  return harms.map((harm) => ({
    harm,
    mrp: limitsInMrp[harm],
    sum: mrp === null ? null : limitsInMrp[harm] * mrp,
    whole: !notWhole.has(harm),
    basis: basisOfLimit(harm),
  }))
}

/** Sums insured of a Home plan: the own home, and the neighbours' (specification, section 3). */
export type HomeSums = { insuranceAmount: Tenge; neighbourCompensation: Tenge }

/** The sum insured of a Home policy for what a claim is about. */
export const homeSumFor = (sums: HomeSums, claimCase: ClaimCase): Tenge =>
  (claimCase === 'third-party' ? 0 : sums.insuranceAmount) +
  (claimCase === 'owner' ? 0 : sums.neighbourCompensation)

/** The declared day of an accident; null if the claim does not give it. */
export type EventDay = { on: Day | null; submittedOn: Day }

/**
 * Claims without a declared day may be of one event if they were sent so close together: a guess,
 * which two people who read the papers may overrule (decision 327).
 */
const oneEventDays = 30

/**
 * Returns whether two claims under one policy are of one event: `told` by their declared days, or a
 * `guess`; null if they are of two.
 */
export function ofOneEvent(one: EventDay, other: EventDay): 'told' | 'guess' | null {
  if (one.on !== null && other.on !== null) return one.on === other.on ? 'told' : null
  const apart = Math.abs(daysBetween(one.submittedOn, other.submittedOn))
  return apart <= oneEventDays ? 'guess' : null
}

/** A claim as the limits of an event count it; `hurt`: a person is injured, or this is unknown. */
export type OfEvent = { who: string; claimCase: ClaimCase; hurt: boolean; sum: Tenge }

const total = (claims: readonly OfEvent[]): Tenge => claims.reduce((all, { sum }) => all + sum, 0)

/**
 * Returns whether a sum exceeds the limits of one event, together with the sums granted to `others`
 * of it: per victim, and for the property of all (24 § 1). False if a limit is unknown.
 */
export function isOverLimits(
  product: ProductName,
  claim: OfEvent,
  others: readonly OfEvent[],
  known: { simplified: boolean; home: HomeSums | null; mrp: Tenge | null },
): boolean {
  const all = [claim, ...others]
  if (!claimsUnder[product].byMotorLaw)
    return known.home !== null && overHome(claim, all, known.home)
  const { mrp } = known
  if (mrp === null) return false
  const health = (limitsInMrp.death + limitsInMrp.funeral) * mrp
  const own = all.filter(({ who }) => who === claim.who)
  const property = limitsInMrp[known.simplified ? 'simplified' : 'property_one'] * mrp
  if (total(own) > property + (own.some(({ hurt }) => hurt) ? health : 0)) return true
  const ofProperty = all.map(({ sum, hurt }) => Math.max(0, sum - (hurt ? health : 0)))
  return ofProperty.reduce((sum, one) => sum + one, 0) > limitsInMrp.property_all * mrp
}

/** The own home and the neighbours' each have their sum; both together have both. */
const overHome = (claim: OfEvent, all: readonly OfEvent[], sums: HomeSums): boolean =>
  total(all) > homeSumFor(sums, 'owner-and-third-party') ||
  total(all.filter(({ claimCase }) => claimCase === claim.claimCase)) >
    homeSumFor(sums, claim.claimCase)
