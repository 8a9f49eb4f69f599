import type { Tenge } from '../money.ts'
import { claimsUnder, type ProductName } from '../products.ts'
import { type Basis, basisOf } from './basis.ts'
import type { ClaimFacts, Health } from './facts.ts'

/**
 * What the law pays at most, in MRP (24 § 1, 24 § 6; resolution 83 for the simplified procedure).
 */
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
  /** Tenge by the MRP of the day of payment (24 § 3); null where that MRP is not known. */
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
 * What the limits of cover allow for a claim: of property always, of health where somebody was
 * hurt. `mrp`: tenge of the year in which it would be paid, null when its tables are not there.
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
