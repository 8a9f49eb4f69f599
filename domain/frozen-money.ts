import { type ProductName, productNamed } from './products.ts'

/**
 * Money stopped by a freeze of a person (docs/law/formats.md section 3): payouts and the return of
 * premium, but for compulsory motor liability, and every other sum due to them. OGPO+ and Home are
 * voluntary.
 */
const excepted: Record<ProductName, boolean> = { ogpo: true, home: false }

/** When a policy ends, OGPO+ is refunded apart from the premium of the compulsory insurance. */
export const ogpoPlusReason = {
  terminated: 'terminated_ogpo_plus',
  cancelled: 'cancelled_ogpo_plus',
} as const

/** Reasons of a premium refund: the policy ended, or another one replaced it. */
const premiumBack: readonly string[] = ['terminated', 'cancelled', 'reissue']

/**
 * Returns whether a refund waits while its recipient is blocked. `withOgpoPlus`: it includes OGPO+
 * as well, because no person was blocked when the policy ended.
 */
export const isFrozenMoney = (
  product: string,
  refund: { reason: string; withOgpoPlus: boolean },
): boolean =>
  !excepted[productNamed(product)] || !premiumBack.includes(refund.reason) || refund.withOgpoPlus

/** Returns whether a payout of a claim waits. */
export const isFrozenPayout = (product: ProductName): boolean => !excepted[product]
