import type { Body } from './estimate-facts.ts'
import type { Factor } from './factor-words.ts'
import { numberOf } from './factor-words.ts'
import { classAfterGoodYear } from './tariff-words.ts'

/**
 * What time and careful driving would change in a price, asked of the law's own tariff through the
 * open estimate.
 */
export type WhatIf = { what: 'year' | 'two_years' | 'age_25'; facts: Body; class: string | null }

/**
 * The facts of a price line, read back from its coefficients; null where the law prices another way
 * (a legal entity).
 */
export function factsOf(factors: readonly Factor[]): Body | null {
  const because = (code: string): Factor['because'] | undefined =>
    factors.find((factor) => factor.code === code)?.because
  const [region, settlement, type, age, years, bonus] = [
    'regionBase',
    'settlement',
    'vehicleType',
    'ageExperience',
    'vehicleAge',
    'bonusMalus',
  ].map(because)
  if (!region || !settlement || !type || !age || !years || !bonus) return null
  return {
    region: String(region['region']),
    settlement: settlement['settlement'] === 'OTHER' ? 'OTHER' : 'CITY',
    vehicleType: String(type['type']),
    age: Number(age['age']),
    experienceYears: Number(age['experience']),
    vehicleAgeYears: Number(years['years']),
    bonusMalus: {
      kind: bonus['kind'] === 'FIRST_MOTORCYCLE' ? 'FIRST' : String(bonus['kind']),
      class: String(bonus['class']),
    },
  }
}

/** Each change alone; those that change nothing are left out. */
export function whatIfs(facts: Body): WhatIf[] {
  const { kind, class: name } = facts.bonusMalus
  const movable = kind === 'CLASS' || kind === 'FIRST'
  const next = classAfterGoodYear(name)
  return [
    ...(movable && (next !== name || kind === 'FIRST')
      ? [
          {
            what: 'year' as const,
            class: next,
            facts: { ...facts, bonusMalus: { kind: 'CLASS', class: next } },
          },
        ]
      : []),
    ...(facts.experienceYears < 2
      ? [
          {
            what: 'two_years' as const,
            class: null,
            facts: { ...facts, experienceYears: 2, age: Math.max(facts.age, 18) },
          },
        ]
      : []),
    ...(facts.age < 25
      ? [{ what: 'age_25' as const, class: null, facts: { ...facts, age: 25 } }]
      : []),
  ]
}

/**
 * The premium of a line if its coefficients were the other estimate's; term, privilege and an
 * insurer's deviation stay. Whole tenge.
 */
export function premiumIf(
  premium: number,
  now: readonly Factor[],
  then: readonly Factor[],
): number {
  const worth = (factors: readonly Factor[], code: string): number =>
    numberOf(factors.find((factor) => factor.code === code)?.value ?? '1')
  const ratio = ['ageExperience', 'bonusMalus'].reduce(
    (product, code) => (product * worth(then, code)) / worth(now, code),
    1,
  )
  return Math.round(premium * ratio)
}
