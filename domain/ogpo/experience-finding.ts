import { addDays, type Day, fullYears } from '../calendar.ts'
import { experiencedYears } from '../constants.ts'
import type { Finding } from '../finding.ts'
import * as refusals from '../refusals.ts'
import { type ExperienceFacts, provenByLicence, tooYoung } from './experience.ts'
import type { BonusMalus } from './tariff-sale.ts'

/**
 * What contradicts the declared experience, `experienceImpossible`: the age, or a class that takes
 * longer to earn. Null when it may be so.
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
