import { type Day, fullYears } from '../calendar.ts'
import { policyholderMinAge } from '../constants.ts'
import type { Finding, RefusalCode } from '../finding.ts'
import { isBin } from '../iin.ts'
import * as refusals from '../refusals.ts'
import type { Facts, PersonFacts, VehicleFacts } from './eligibility-facts.ts'
import { experienceFinding } from './experience.ts'

export { checkShape, insuredIins } from './shape.ts'

/**
 * Most severe first: the first finding is the answer's code, all of them are its list. Findings
 * that put a person outside the product (list, database, residence, age) precede those about
 * documents: a child reads about age, a foreigner about residence.
 */
const severity: RefusalCode[] = [
  refusals.pageBlocked,
  refusals.positionUnusable,
  refusals.nearControlPoint,
  refusals.legalEntity,
  refusals.terroristMatch,
  refusals.apiUnavailable,
  refusals.notInDatabase,
  refusals.notResident,
  refusals.underAge,
  refusals.noValidDocuments,
  refusals.documentsNotSuitable,
  refusals.licenceNotFound,
  refusals.licenceExpired,
  refusals.experienceImpossible,
  refusals.phoneNotLinked,
  refusals.consentMissing,
  refusals.setClientFailed,
  refusals.vehicleNotFound,
  refusals.overlappingPolicy,
  refusals.brokerPremiumMismatch,
  refusals.scoring,
]

/**
 * Minimum age to drive by the vehicle's category: 16 (A), 18 (B, C), 21 (D and electric transport
 * of a city). docs/law/ogpo-rules.md section 5.
 */
const drivingAges: Record<string, number> = {
  MOTORCYCLE: 16,
  BUS_UP_TO_16: 21,
  BUS_OVER_16: 21,
  TROLLEYBUS_TRAM: 21,
}
export function minimumDrivingAge(vehicleType: string | null): number {
  return (vehicleType === null ? undefined : drivingAges[vehicleType]) ?? 18
}

/**
 * All findings about a sale, in a fixed order; empty when it may be priced (spec sections 5 and 8,
 * decisions "The wire" and "Prices"). `today` is the Almaty day of the question; ages are judged on
 * the start date, licences today.
 */
export function eligibility(facts: Facts, today: Day): Finding[] {
  const findings = [
    ...whole(facts),
    ...people(facts).flatMap((who) => [
      ...asPerson(who),
      ...asPolicyholder(who, facts),
      ...asDriver(who, facts, today),
    ]),
    ...facts.vehicles.flatMap((vehicle) => asVehicle(vehicle, facts)),
  ]
  return findings.sort((a, b) => severity.indexOf(a.code) - severity.indexOf(b.code))
}

type Who = { person: PersonFacts; policyholder: boolean; drives: boolean }

/**
 * The policyholder first, then the others; one entry per person, the licence from whichever row has
 * it.
 */
function people({ policyholder, willDrive, drivers }: Facts): Who[] {
  const own = drivers.find((driver) => driver.iin === policyholder.iin)
  const person = {
    ...policyholder,
    licence: own?.licence ?? policyholder.licence,
    experience: own?.experience ?? policyholder.experience ?? null,
  }
  return [
    { person, policyholder: true, drives: willDrive || own !== undefined },
    ...drivers
      .filter((driver) => driver !== own)
      .map((driver) => ({ person: driver, policyholder: false, drives: true })),
  ]
}

function whole(facts: Facts): Finding[] {
  return [
    ...when(facts.pageBlocked === true, { code: refusals.pageBlocked }),
    ...(facts.position ? [facts.position] : []),
    ...when(facts.commissionAgrees === false, { code: refusals.brokerPremiumMismatch }),
    ...(facts.scoring === 'bad' || facts.scoring === 'unavailable'
      ? [{ code: refusals.scoring, reason: facts.scoring } as const]
      : []),
  ]
}

function asPerson({ person, drives }: Who): Finding[] {
  const { iin, screening, consent } = person
  if (isBin(iin)) return [{ code: refusals.legalEntity, iin }]
  return [
    ...when(screening === 'hit' || screening === 'review', {
      code: refusals.terroristMatch,
      iin,
      reason: screening,
    }),
    ...when(screening === 'unavailable', {
      code: refusals.apiUnavailable,
      iin,
      reason: 'screening',
    }),
    ...when(!person.found, { code: refusals.notInDatabase, iin }),
    ...when(person.resident === false, { code: refusals.notResident, iin }),
    ...when(person.documents === 'none', { code: refusals.noValidDocuments, iin }),
    ...when(person.documents === 'unsuitable', { code: refusals.documentsNotSuitable, iin }),
    ...when(person.phoneLinked === false, { code: refusals.phoneNotLinked, iin }),
    ...when(consent !== 'approved', {
      code: refusals.consentMissing,
      iin,
      reason: drives ? consent : `policyholder_${consent}`,
    }),
    ...when(person.saved === false, { code: refusals.setClientFailed, iin }),
  ]
}

function asPolicyholder({ person, policyholder }: Who, { start }: Facts): Finding[] {
  if (
    !policyholder ||
    person.birthDate === null ||
    fullYears(person.birthDate, start) >= policyholderMinAge
  )
    return []
  return [{ code: refusals.underAge, iin: person.iin, reason: 'policyholder' }]
}

/** Every insured person may drive every car of the contract, so the strictest category counts. */
function asDriver(
  { person, policyholder, drives }: Who,
  { start, vehicles }: Facts,
  today: Day,
): Finding[] {
  if (!drives || isBin(person.iin)) return []
  const { iin, licence, birthDate } = person
  const experience = person.experience ? experienceFinding(iin, person.experience, today) : null
  const age = birthDate === null ? null : fullYears(birthDate, start)
  const strictest = vehicles
    .map(({ plate, type }) => ({ plate, min: minimumDrivingAge(type) }))
    .sort((a, b) => b.min - a.min)[0]
  // A policyholder under 18 is already named; the same age twice would read as two people.
  const alreadyNamed = policyholder && age !== null && age < policyholderMinAge
  return [
    ...(strictest && age !== null && age < strictest.min && !alreadyNamed
      ? [{ code: refusals.underAge, iin, plate: strictest.plate, reason: 'driver' } as const]
      : []),
    ...when(licence === 'missing', { code: refusals.licenceNotFound, iin }),
    ...when(
      licence !== null &&
        licence !== 'missing' &&
        licence.validTo !== null &&
        licence.validTo < today,
      { code: refusals.licenceExpired, iin },
    ),
    ...(experience ? [experience] : []),
  ]
}

function asVehicle(
  { plate, found, overlaps, reason }: VehicleFacts,
  { overlapAcknowledged }: Facts,
): Finding[] {
  return [
    ...when(!found, { code: refusals.vehicleNotFound, plate, ...(reason ? { reason } : {}) }),
    ...when(overlaps === true && overlapAcknowledged !== true, {
      code: refusals.overlappingPolicy,
      plate,
    }),
  ]
}

const when = (is: boolean, finding: Finding): Finding[] => (is ? [finding] : [])
