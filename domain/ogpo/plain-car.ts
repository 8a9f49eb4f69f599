import type { Localized } from '../locale.ts'
import type { Tenge } from '../money.ts'
import type { Tables } from './tables.ts'
import { estimate } from './tariff.ts'

/** A year's premium of a plain car in a region by two versions, tenge. */
export type RegionEffect = { code: string; label: Localized; before: Tenge; after: Tenge }

/**
 * A car like most: five years old, its driver 40 with 15 years at the wheel, class 3, in a city.
 */
const plain = {
  settlement: 'CITY',
  vehicleType: 'PASSENGER',
  insuredKind: 'NATURAL',
  age: 40,
  experienceYears: 15,
  vehicleAgeYears: 5,
  bonusMalus: { kind: 'CLASS', class: '3' },
} as const

/** What the change means in tenge for a plain car in every region both versions know. */
export function plainCarEffect(before: Tables, after: Tables): RegionEffect[] {
  const premiumIn = (tables: Tables, region: string) =>
    estimate({ ...plain, region }, tables, tables.effectiveFrom).premium
  return after.regions
    .filter(({ code }) => before.regions.some((region) => region.code === code))
    .map(({ code, label }) => ({
      code,
      label,
      before: premiumIn(before, code),
      after: premiumIn(after, code),
    }))
}
