import { isTechPassport } from '#domain/document-numbers.ts'
import { isPlate } from '#domain/plate.ts'
import * as refusals from '#domain/refusals.ts'
import {
  carQuestion,
  current,
  type Failed,
  type Lookup,
  lastOf,
} from '../../../sale/model/look-up.ts'
import { mayTypeDocument } from '../../../sale/model/refusal.ts'
import type { Car, Driver, Person, PersonFound, Policyholder } from '../../../sale/model/sale.ts'

/** Queries of rows to the registers, and what rows show of the answers and of the last refusal. */

export const driverQuestion = ({ iin }: Pick<Driver, 'iin'>): string => iin
/** Of the policyholder, whether the phone is theirs as well. */
export const policyholderQuestion = ({ iin, phone }: Pick<Policyholder, 'iin' | 'phone'>): string =>
  `${iin} ${phone}`
const nobody: PersonFound = { iin: '', name: '', experienceYears: null, experienceAsked: false }

/** A person of a policy that was loaded. */
export const named = (iin: string, name: string): PersonFound => ({ ...nobody, iin, name })

function factsOf(row: Person, question: string) {
  const { lookup, refused } = row
  const answer = current(lookup, question)
  const known = lastOf(row) ?? nobody
  const against: Failed[] =
    answer.kind === 'failed'
      ? [answer]
      : answer.kind === 'found'
        ? (answer.found.findings ?? []).map(({ code, message, reason = null }) => ({
            code,
            message,
            reason,
          }))
        : []
  const wrong = refused ?? against.find(({ code }) => code !== refusals.phoneNotLinked)
  const { driverLicenseNumber: number, licenceValidTo: validTo } = known
  return {
    name: known.name,
    licence: number && validTo ? { number, validTo } : null,
    /** Full years, null until the registers have answered. */
    experience: known.experienceYears,
    /** The licence does not tell whether there are two years: the driver does. */
    experienceAsked: known.experienceAsked,
    asking: answer.kind === 'busy',
    error: wrong?.message ?? '',
    code: wrong?.code ?? null,
    /** The identity document may be typed by hand. */
    byDocument: wrong !== undefined && mayTypeDocument(wrong),
    phoneError: against.find(({ code }) => code === refusals.phoneNotLinked)?.message ?? '',
  }
}
export type PersonFacts = ReturnType<typeof factsOf>

export const driverFacts = (driver: Driver): PersonFacts => factsOf(driver, driverQuestion(driver))
export function policyholderFacts(policyholder: Policyholder): PersonFacts {
  const now = factsOf(policyholder, policyholderQuestion(policyholder))
  return { ...now, phoneError: policyholder.phoneRefused?.message ?? now.phoneError }
}

export function carFacts(car: Car) {
  const answer = current(car.lookup, carQuestion(car))
  return {
    answer,
    known: answer.kind === 'found' ? answer.found : null,
    error: car.refused?.message ?? (answer.kind === 'failed' ? answer.message : ''),
  }
}

/**
 * Returns errors of a car's two numbers while typing, by name of their words in texts/fields.ts: an
 * unfinished number is no error, hence only `tried` ones.
 */
export const numbersWrong = ({ tried, plate, techPassport }: Car) => ({
  plate: tried && plate !== '' && !isPlate(plate) ? 'plate' : '',
  techPassport:
    tried && techPassport !== '' && !isTechPassport(techPassport) ? 'tech_passport' : '',
})

/** The answer, with nothing in it against the row any more. */
export const silent = <Found>(lookup: Lookup<Found>): Lookup<Found> =>
  lookup.kind === 'failed' ? { ...lookup, code: null, reason: null, message: '' } : lookup
export const silentOf = (lookup: Person['lookup']): Person['lookup'] =>
  lookup.kind === 'found' ? { ...lookup, found: { ...lookup.found, findings: [] } } : silent(lookup)
