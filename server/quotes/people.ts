import { fullYears } from '#domain/calendar.ts'
import { experiencedYears } from '#domain/constants.ts'
import type { Insured } from '#domain/ogpo/tariff-sale.ts'
import type { PersonRecord } from '../persons/record.ts'
import type { QuoteFacts } from './facts.ts'

/** Everybody a contract is about, each once: the policyholder who drives is one person. */
export const everybodyOf = ({ policyholder, insured }: QuoteFacts): PersonRecord[] => [
  policyholder,
  ...insured.filter(({ iin }) => iin !== policyholder.iin),
]

/**
 * Insured people whose experience is their own word, the licence does not tell. `long`: two years
 * or more.
 */
export const declaredExperience = ({
  insured,
  quotedOn,
}: Pick<QuoteFacts, 'insured' | 'quotedOn'>) =>
  insured.flatMap((person) =>
    person.licence?.experienceDeclared
      ? [{ person, long: fullYears(person.licence.experienceFrom, quotedOn) >= experiencedYears }]
      : [],
  )

/** The tariff's view of an insured person. */
export const asInsured = (person: PersonRecord): Insured => ({
  iin: person.iin,
  kind: 'NATURAL',
  birthDate: person.birthDate,
  experienceFrom: person.licence?.experienceFrom ?? null,
  bonusMalus: person.bonusMalus,
  privilege: person.privilege,
})
