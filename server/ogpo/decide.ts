import type { Day } from '#domain/calendar.ts'
import type { Finding } from '#domain/finding.ts'
import { eligibility } from '#domain/ogpo/eligibility.ts'
import type { ConsentFact, PersonFacts } from '#domain/ogpo/eligibility-facts.ts'
import { endDay } from '#domain/ogpo/period.ts'
import type { Asked, PersonRecord } from '../persons/people.ts'
import type { QuoteFacts } from '../quotes/quotes.ts'
import type { InsurerRow } from '../reference/reference.ts'
import { type CarFound, missingReason } from './find-car.ts'
import type { Gathered, Sale } from './gather.ts'

/** Returns every reason against a quote, not just the first. */
export function findingsOf(
  sale: Sale,
  { iins, people, cars, phone, scored, screenings, consentOf }: Gathered,
  { insurer, commission, today }: { insurer: InsurerRow; commission: string | null; today: Day },
): Finding[] {
  const typedPolicyholder = sale.insurant
  const facts = people.map(
    (person, at): PersonFacts => ({
      iin: person.iin,
      found: person.found,
      resident: person.resident,
      documents: person.documents,
      birthDate: person.birthDate,
      screening: quotingScreening(screenings[at]),
      phoneLinked: person.iin === typedPolicyholder.iin ? phone === 'yes' : null,
      // The person agreed here, and the state knows it; the state may ask the person itself.
      consent: consentOf(person.iin) === 'approved' ? withTheState(person) : consentOf(person.iin),
      licence: person.licence,
      experience: person.experience,
      ...(person.saved === undefined ? {} : { saved: person.saved }),
    }),
  )
  const policyholder = facts.find((person) => person.iin === typedPolicyholder.iin)
  if (!policyholder) throw new Error('the policyholder was not asked about')
  return [
    ...people.flatMap((person) => (person.down ? [person.down] : [])),
    ...eligibility(
      {
        policyholder,
        willDrive: typedPolicyholder.willDrive,
        drivers: facts.filter((person) => iins.includes(person.iin)),
        vehicles: sale.vehicles.map((car, at) => ({
          plate: car.registrationNumber,
          ...foundFacts(cars[at]),
        })),
        start: sale.order.dateStart,
        commissionAgrees: commission !== null,
        scoring: scored === 'bad' && insurer.acceptsBadScoring ? 'ok' : scored,
      },
      today,
    ),
  ]
}

/** Returns the facts the quote stores and prices; the sale has no findings. */
export function quoteFactsOf(
  sale: Sale,
  { iins, people, cars, scored }: Gathered,
  {
    insurer,
    commission,
    today,
    ...of
  }: {
    insurer: InsurerRow
    commission: string
    today: Day
    ogpoPlus: { payout: number; premium: number } | null
    replaces: QuoteFacts['replaces']
  },
): QuoteFacts {
  const policyholder = sale.insurant
  const records = new Map(
    people.flatMap((person) => (person.record ? [[person.iin, person.record] as const] : [])),
  )
  const record = (iin: string): PersonRecord => {
    const found = records.get(iin)
    if (!found) throw new Error('a person without findings has no record')
    return found
  }
  return {
    quotedOn: today,
    policyholder: record(policyholder.iin),
    willDrive: iins.includes(policyholder.iin),
    phone: policyholder.phone,
    insured: iins.map(record),
    vehicles: cars.flatMap((found) => ('car' in found ? [found.car] : [])),
    term: {
      start: sale.order.dateStart,
      end: endDay(sale.order.dateStart, sale.order.period),
      months: sale.order.period,
      seasonal: sale.order.seasonal === true,
    },
    insurer: {
      id: insurer.id,
      code: insurer.code,
      name: insurer.name,
      esbdSystemId: insurer.esbdSystemId,
      commissionPercent: commission,
      middlemanContract: insurer.middlemanContract,
      correctionDeviation: insurer.correctionDeviation,
    },
    ogpoPlus: of.ogpoPlus && { payout: of.ogpoPlus.payout, premium: of.ogpoPlus.premium },
    badScoring: scored === 'bad',
    replaces: of.replaces,
  }
}

/**
 * Accepts our consent if the state holds it, or could not be asked. Then either `down` refuses the
 * sale, or the identity was typed by hand and the order asks again (decision 161).
 */
function withTheState({ consent, byHand, down }: Asked): ConsentFact {
  if (consent === 'held' || byHand || down || consent === null) return 'approved'
  return consent === 'unreachable' ? 'missing' : consent
}

const foundFacts = (found: CarFound | undefined) =>
  found && 'car' in found
    ? { found: true, type: found.car.type }
    : { found: false, type: null, ...missingReason(found ?? { missing: 'car' }) }

/**
 * Quoting continues while the lists are too old; issuing does not (docs/law/settled.md, "Outside
 * systems and the sandbox"; docs/law/external-systems.md section 4).
 */
const quotingScreening = (
  verdict: PersonFacts['screening'] | undefined,
): PersonFacts['screening'] =>
  verdict === undefined || verdict === 'unavailable' ? 'clear' : verdict
