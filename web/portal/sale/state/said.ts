import { mayTypeDocument } from '../../../purchase/model/refusal.ts'
import { carQuestion, current, type Failed, type Lookup, told } from '../../../sale/look-up.ts'
import type { Car, Driver, Person, PersonKnown, Policyholder } from './state.ts'

/** What rows ask the registers, and what they show of the answers and of the last refusal. */

export const askOfDriver = ({ iin }: Pick<Driver, 'iin'>): string => iin
/** Of the policyholder, whether the phone is theirs as well. */
export const askOfPolicyholder = ({ iin, phone }: Pick<Policyholder, 'iin' | 'phone'>): string =>
  `${iin} ${phone}`
export const askOfCar = ({
  number,
  techPassport,
  owner,
}: Pick<Car, 'number' | 'techPassport' | 'owner'>): string =>
  carQuestion({ plate: number.value, techPassport: techPassport.value, owner })

const nobody: PersonKnown = {
  iin: '',
  name: '',
  driverLicenseNumber: null,
  licenceValidTo: null,
  experienceYears: null,
  experienceAsked: false,
  findings: [],
}

/** A person of a policy that was loaded. */
export const named = (iin: string, name: string): PersonKnown => ({ ...nobody, iin, name })

const phoneNotLinked = 14002

function said({ iin, lookup, refused }: Person & { iin: string }, question: string) {
  const answer = current(lookup, question)
  const last = told(lookup)
  const known = last?.iin === iin ? last : nobody
  const against: Failed[] =
    answer.kind === 'failed'
      ? [answer]
      : answer.kind === 'found'
        ? answer.found.findings.map(({ code, message, reason = null }) => ({
            code,
            message,
            reason,
          }))
        : []
  const wrong = refused ?? against.find(({ code }) => code !== phoneNotLinked)
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
    phoneError: against.find(({ code }) => code === phoneNotLinked)?.message ?? '',
  }
}
export type Said = ReturnType<typeof said>

export const driverSaid = (driver: Driver): Said => said(driver, askOfDriver(driver))
export function policyholderSaid(policyholder: Policyholder): Said {
  const now = said(policyholder, askOfPolicyholder(policyholder))
  return { ...now, phoneError: policyholder.phoneRefused || now.phoneError }
}

export function carSaid(car: Car) {
  const answer = current(car.lookup, askOfCar(car))
  return {
    answer,
    known: answer.kind === 'found' ? answer.found : null,
    error: car.refused || (answer.kind === 'failed' ? answer.message : ''),
  }
}

/** The answer, with nothing in it against the row any more. */
export const silent = <Found>(lookup: Lookup<Found>): Lookup<Found> =>
  lookup.kind === 'failed' ? { ...lookup, code: null, reason: null, message: '' } : lookup
export const silentOf = (lookup: Person['lookup']): Person['lookup'] =>
  lookup.kind === 'found' ? { ...lookup, found: { ...lookup.found, findings: [] } } : silent(lookup)
