import { isTechPassport } from '#domain/document-numbers.ts'
import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import { isPlate } from '#domain/plate.ts'
import type { Lookup } from './model/look-up.ts'
import { wantsOwner } from './model/refusal.ts'
import type { Car, CarFound, Driver, Person, PersonFound, Sale } from './model/sale.ts'

/** Checks whether a row above has the same value. */
export const isRepeated = <Row>(rows: readonly Row[], row: Row, key: keyof Row): boolean =>
  row[key] !== '' && rows.findIndex((one) => one[key] === row[key]) < rows.indexOf(row)

/** The row is the policyholder, who drives too. */
export const isPolicyholder = (
  { iin }: { iin: string },
  { policyholder }: { policyholder: { iin: string } },
): boolean => iin.length === 12 && iin === policyholder.iin

/**
 * Checks whether the car's owner is asked for: the car is not found without, or the field is
 * filled.
 */
export const isOwnerAsked = (car: Car, lookup: Lookup<CarFound>): boolean =>
  car.owner !== '' || (lookup.kind === 'failed' && wantsOwner(lookup))

/**
 * Checks whether the row's person can be queried: complete, in no other row, not the policyholder.
 */
export const isDriverAsked = (row: Driver, sale: Omit<Sale, 'cars' | 'term'>): boolean =>
  isIin(row.iin) && !isPolicyholder(row, sale) && !isRepeated(sale.drivers, row, 'iin')

/** The row's car can be looked for: both numbers whole, and in no row above. */
export const isCarAsked = <Row extends { plate: string; techPassport: string }>(
  row: Row,
  cars: readonly Row[],
): boolean =>
  isPlate(row.plate) &&
  isTechPassport(row.techPassport) &&
  !isRepeated(cars, row, 'plate') &&
  !isRepeated(cars, row, 'techPassport')

/** The licence does not tell whether there are two years, so the driver does. */
export const experienceAsked = (lookup: Lookup<PersonFound>): boolean =>
  lookup.kind === 'found' && lookup.found.experienceAsked

/** Checks whether the driver has yet to declare their experience. */
export const isExperienceOpen = (row: Pick<Person, 'experienced' | 'lookup'>): boolean =>
  experienceAsked(row.lookup) && row.experienced === null

/** Returns the problem of the phone that a consent needs. */
export const phoneWrong = ({ phone }: Pick<Person, 'phone'>): 'required' | 'phone' | null =>
  parsePhone(phone) === null ? (phone ? 'phone' : 'required') : null

/**
 * Returns what a driver's consent lacks: the phone to ask at, then the answer. A person who has
 * consented needs no phone.
 */
export function consentOpen(row: Pick<Person, 'phone' | 'consent'>) {
  if (row.consent.kind === 'approved') return null
  const wrong = phoneWrong(row)
  return wrong
    ? ({ of: 'phone', key: wrong } as const)
    : ({ of: 'consent', key: 'consent_needed' } as const)
}
