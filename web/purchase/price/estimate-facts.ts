import type { Day } from '#domain/calendar.ts'
import { yearOf } from '#domain/calendar.ts'
import { entryClass } from '../../content/entry-class.ts'
import type { api } from '../../http/api.ts'
import { isRepublicanCity } from './tariff-words.ts'

export type Body = Parameters<typeof api<'ogpoEstimate'>>[1]

/** What the estimate asks, as typed. */
export type Facts = {
  region: string
  settlement: 'CITY' | 'OTHER'
  vehicleType: string
  year: string
  age: string
  experience: string
  class: string
}
/** The price they give is the one the first page begins with. */
export const firstFacts: Facts = {
  region: 'ALMATY_CITY',
  settlement: 'CITY',
  vehicleType: 'PASSENGER',
  year: '2020',
  age: '35',
  experience: '10',
  class: entryClass,
}

export type FactProblem = 'wrongAge' | 'wrongExperience' | 'wrongYear'
/** The youngest age at which anybody may drive (motorcycles, category A). */
const firstDrivingAge = 16

/**
 * Checks whole years within the limits of the call; the experience can't begin before 16. `today`
 * gives the car's age.
 */
export function problemsOfFacts(
  facts: Facts,
  today: Day,
): Partial<Record<keyof Facts, FactProblem>> {
  const [age, experience, year] = [whole(facts.age), whole(facts.experience), whole(facts.year)]
  const wrongAge = age === null || age < firstDrivingAge || age > 110
  return {
    ...(wrongAge ? { age: 'wrongAge' as const } : {}),
    ...(experience === null || (!wrongAge && experience > age - firstDrivingAge)
      ? { experience: 'wrongExperience' as const }
      : {}),
    ...(year === null || year > yearOf(today) + 1 || year < yearOf(today) - 119
      ? { year: 'wrongYear' as const }
      : {}),
  }
}

/**
 * The body of ogpoEstimate, or null while something is wrong. The car's age: year of today minus
 * year built (settled.md, "Prices").
 */
export function estimateBody(facts: Facts, today: Day): Body | null {
  if (Object.keys(problemsOfFacts(facts, today)).length > 0) return null
  return {
    region: facts.region,
    settlement: isRepublicanCity(facts.region) ? 'CITY' : facts.settlement,
    vehicleType: facts.vehicleType,
    age: Number(facts.age),
    experienceYears: Number(facts.experience),
    vehicleAgeYears: Math.max(0, yearOf(today) - Number(facts.year)),
    bonusMalus:
      facts.class === 'FIRST'
        ? { kind: 'FIRST', class: '3' }
        : { kind: 'CLASS', class: facts.class },
  }
}

const whole = (text: string): number | null =>
  /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : null

const key = 'qorgan.ogpo.estimate'
/**
 * Stores the last estimate for the purchase, which shows it until the exact price is known. Whole
 * tenge.
 */
export function keepEstimate(premium: number): void {
  sessionStorage.setItem(key, String(premium))
}
export function keptEstimate(): number | null {
  const premium = Number(sessionStorage.getItem(key))
  return premium > 0 ? premium : null
}
