import type { Localized } from '../locale.ts'
import type { Tenge } from '../money.ts'
import type { Tables } from './tables.ts'
import { estimate, type Factor } from './tariff.ts'
import file from './tariff-2026.json' with { type: 'json' }

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

/** Returns the effect of the change in tenge for a plain car in every region both versions know. */
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

/** A year's premium of a fixed case by two versions, tenge; its coefficients by the later one. */
export type CaseEffect = { id: string; factors: Factor[]; before: Tenge; after: Tenge }

/**
 * The cases that public calculators have confirmed, by two versions: a wrong row of the later one is
 * seen in tenge. A case of a region that a version lacks is left out.
 */
export function goldenEffect(before: Tables, after: Tables): CaseEffect[] {
  const regions = [before, after].map((of) => new Set(of.regions.map(({ code }) => code)))
  return file.goldenCases.items
    .filter(({ input }) => regions.every((codes) => codes.has(input.region)))
    .map(({ id, input }) => {
      const settlement = input.settlement === 'OTHER' ? 'OTHER' : 'CITY'
      const insuredKind = input.insuredKind === 'LEGAL' ? 'LEGAL' : 'NATURAL'
      const [was, will] = [before, after].map((of) =>
        estimate({ ...input, settlement, insuredKind }, of, of.effectiveFrom),
      )
      return {
        id,
        factors: will?.factors ?? [],
        before: was?.premium ?? 0,
        after: will?.premium ?? 0,
      }
    })
}
