import { fullYears, yearOf } from '#domain/calendar.ts'
import { ageExperienceId, type PolicyDraft } from '#systems/esbd/client.ts'
import type { QuoteFacts } from '../quotes/facts.ts'

/** The policy as the unified database takes it, from the facts of the quote. */
export function draftOf(
  facts: QuoteFacts,
  of: { number: string; premium: number; email: string; rewriteOf?: number },
): PolicyDraft {
  const { quotedOn, term, insurer } = facts
  return {
    number: of.number,
    insurerSystemId: insurer.esbdSystemId,
    start: term.start,
    end: term.end,
    policyDate: quotedOn,
    premium: of.premium,
    policyholderClientId: facts.policyholder.clientId,
    phone: facts.phone,
    email: of.email,
    drivers: facts.insured.map((person) => {
      const experienceYears = person.licence
        ? Math.max(0, fullYears(person.licence.experienceFrom, quotedOn))
        : 0
      return {
        clientId: person.clientId,
        ageExperienceId: ageExperienceId(fullYears(person.birthDate, quotedOn), experienceYears),
        experienceYears,
        licence: {
          number: person.licence?.number ?? '',
          issueDate: person.licence?.issueDate ?? person.birthDate,
        },
        classCode: person.bonusMalus.kind === 'CLASS' ? person.bonusMalus.class : null,
        privilege: person.privilege,
      }
    }),
    vehicles: facts.vehicles.map((car) => ({
      vehicleId: car.vehicleId,
      type: car.type,
      yearOver7: yearOf(quotedOn) - car.year > 7,
      plate: car.plate,
      techPassport: car.techPassport,
      region: car.region,
      settlement: car.settlement,
    })),
    middlemanContract: insurer.middlemanContract,
    ...(of.rewriteOf === undefined ? {} : { rewriteOf: of.rewriteOf }),
    ...(term.seasonal ? { seasonal: true } : {}),
  }
}
