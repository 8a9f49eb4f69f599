import { addDays, addMonths, type Day, fullYears } from '../calendar.ts'
import { experiencedYears, youngestLicence } from '../constants.ts'
import type { Finding } from '../finding.ts'
import * as refusals from '../refusals.ts'
import type { BonusMalus } from './tariff-sale.ts'

/**
 * Experience of a driver. The register of licences gives the day of the present licence, and a
 * renewal resets it: if it is two years old it proves the experience, else the driver declares it
 * (spec section 3, "experience over 2 years flag"; decision 176).
 */
export type ExperienceFacts = {
  issueDate: Day
  /** Whole categories of the licence, `A`, `B`, … */
  categories: readonly string[]
  birthDate: Day
  bonusMalus: BonusMalus
  /** Over two years, as the driver declares; undefined: not declared. */
  declared: boolean | undefined
}

/** Returns whether the licence alone proves two years. */
const provenByLicence = (issueDate: Day, today: Day): boolean =>
  fullYears(issueDate, today) >= experiencedYears

/**
 * Returns whether to ask the driver: the licence does not prove it, and by age they may have more
 * than it shows.
 */
export const experienceAsked = (
  of: Omit<ExperienceFacts, 'declared' | 'bonusMalus'>,
  today: Day,
): boolean => !provenByLicence(of.issueDate, today) && !tooYoung(of, today)

/**
 * Returns the day experience counts from. `declared` if it rests on the driver's declaration: two
 * years before today for "over two years", else the day of the licence. Without a declaration the
 * licence alone sets the price.
 */
export function experienceFrom(
  { issueDate, declared }: Pick<ExperienceFacts, 'issueDate' | 'declared'>,
  today: Day,
): { from: Day; declared: boolean } {
  if (declared === undefined || provenByLicence(issueDate, today))
    return { from: issueDate, declared: false }
  return { from: declared ? addMonths(today, -12 * experiencedYears) : issueDate, declared: true }
}

/**
 * Licences are given from 16 for A (its sub-category A1) and from 18 for the others: Road Traffic
 * Law 194-V, art. 74.
 */
const firstLicenceAge = (categories: readonly string[]): number =>
  categories.includes('A') ? youngestLicence : 18

const tooYoung = (
  { birthDate, categories }: Pick<ExperienceFacts, 'birthDate' | 'categories'>,
  today: Day,
): boolean => fullYears(birthDate, today) < firstLicenceAge(categories) + experiencedYears

/**
 * Returns what contradicts the declared experience, `experienceImpossible`: the age, or a class
 * that takes longer to earn. Null if it is possible.
 */
export function experienceFinding(iin: string, facts: ExperienceFacts, today: Day): Finding | null {
  if (facts.declared === undefined || provenByLicence(facts.issueDate, today)) return null
  if (facts.declared)
    return tooYoung(facts, today)
      ? { code: refusals.experienceImpossible, iin, reason: 'too_young' }
      : null
  return takesTwoYears(facts.bonusMalus, today)
    ? { code: refusals.experienceImpossible, iin, reason: 'class' }
    : null
}

/** Everybody begins in class 3 and rises by one after 270 insured days (rules 140). */
const firstClass = 3
const daysPerClass = 270

function takesTwoYears({ kind, class: name }: BonusMalus, today: Day): boolean {
  const risen = kind === 'CLASS' && /^\d+$/.test(name) ? Number(name) - firstClass : 0
  return risen > 0 && fullYears(addDays(today, -risen * daysPerClass), today) >= experiencedYears
}
