import { addMonths, type Day, isDay } from '../calendar.ts'
import { oldestYears } from '../constants.ts'
import { isLicence, isTechPassport, normaliseTechPassport } from '../document-numbers.ts'
import { birthDateOf, isBin, isIin } from '../iin.ts'
import { isMobile, parsePhone } from '../phone.ts'
import { isPlate, normalisePlate } from '../plate.ts'
import type { Limits } from './limits.ts'
import { allowedMonths, earliestStart, latestStart } from './period.ts'

/** A seasonal contract lasts at least six months (law 446-II art. 13). */
const seasonalMinMonths = 6

/** Errors of a start date or a term; the codes are the keys of their texts. */
type PeriodProblem =
  | 'not_a_day'
  | 'start_too_early'
  | 'start_too_late'
  | 'months_not_allowed'
  | 'seasonal_required'
type PeriodFinding = { path: 'order.dateStart' | 'order.period'; message: PeriodProblem }

/** Everything wrong with the period that the request alone proves (422). */
export function checkPeriod(
  period: { start: string; months: number; seasonal: boolean },
  today: Day,
): PeriodFinding[] {
  const start = startProblem(period.start, today)
  const months = monthsProblem(period.months, period.seasonal)
  return [
    ...(start === null ? [] : [{ path: 'order.dateStart' as const, message: start }]),
    ...(months === null ? [] : [{ path: 'order.period' as const, message: months }]),
  ]
}

function startProblem(start: string, today: Day): PeriodProblem | null {
  if (!isDay(start)) return 'not_a_day'
  if (start < earliestStart(today)) return 'start_too_early'
  return start > latestStart(today) ? 'start_too_late' : null
}

function monthsProblem(months: number, seasonal: boolean): PeriodProblem | null {
  if (allowedMonths(seasonal).includes(months)) return null
  return months >= seasonalMinMonths && allowedMonths(true).includes(months)
    ? 'seasonal_required'
    : 'months_not_allowed'
}

/** A sale in the names of the wire (spec section 7), as far as its shape can be wrong. */
export type SaleShape = {
  insurant: { iin: string; phone: string; willDrive: boolean }
  drivers: { iin: string; driverLicenseNumber?: string | undefined }[]
  vehicles: { registrationNumber: string; techPassport: string }[]
  order: { dateStart: string; period: number; seasonal?: boolean | undefined }
}

export type ShapeProblem =
  | PeriodProblem
  | 'iin_invalid'
  | 'iin_too_old'
  | 'phone_invalid'
  | 'licence_invalid'
  | 'plate_invalid'
  | 'tech_passport_invalid'
  | 'iin_repeated'
  | 'plate_repeated'
  | 'tech_passport_repeated'
  | 'no_drivers'
  | 'no_cars'
  | 'too_many_drivers'
  | 'too_many_cars'

/**
 * `path` is dotted, as of the request body (`drivers.1.iin`); `message` is a code, its words are
 * texts.
 */
export type ShapeFinding = { path: string; message: ShapeProblem }

/**
 * Everything the request alone proves wrong, for an answer 422 (spec section 5 "OGPO purchase"):
 * numbers, duplicates, limits, dates, months. With `willDrive` the policyholder counts as an
 * insured person, and their own row in `drivers` is no duplicate. A BIN as policyholder is not
 * wrong here: it is refused politely by eligibility (`legalEntity`).
 */
export function checkShape(sale: SaleShape, today: Day, limits: Limits): ShapeFinding[] {
  const { dateStart, period, seasonal } = sale.order
  return [
    ...policyholderFindings(sale, today),
    ...drivers(sale, today, limits),
    ...vehicles(sale, limits),
    ...checkPeriod({ start: dateStart, months: period, seasonal: seasonal === true }, today),
  ]
}

/** IINs of the insured persons, the driving policyholder among them, each once. */
export function insuredIins({
  insurant: policyholder,
  drivers,
}: Pick<SaleShape, 'drivers'> & { insurant: { iin: string; willDrive: boolean } }): string[] {
  return [
    ...new Set([
      ...(policyholder.willDrive ? [digits(policyholder.iin)] : []),
      ...drivers.map(({ iin }) => digits(iin)),
    ]),
  ]
}

/** Returns whether a valid IIN means an age that no person has reached. */
function isTooOld(iin: string, today: Day): boolean {
  const born = isIin(iin) ? birthDateOf(iin.replace(/\s/g, '')) : null
  return born !== null && born < addMonths(today, -12 * oldestYears)
}

function policyholderFindings({ insurant: { iin, phone } }: SaleShape, today: Day): ShapeFinding[] {
  const parsed = parsePhone(phone)
  return [
    ...when(!isIin(iin, today) && !isBin(iin), 'insurant.iin', 'iin_invalid'),
    ...when(isTooOld(iin, today), 'insurant.iin', 'iin_too_old'),
    ...when(parsed === null || !isMobile(parsed), 'insurant.phone', 'phone_invalid'),
  ]
}

function drivers(sale: SaleShape, today: Day, limits: Limits): ShapeFinding[] {
  const count = insuredIins(sale).length
  const repeated = repeatedAt(sale.drivers.map(({ iin }) => digits(iin)))
  return [
    ...when(count === 0, 'drivers', 'no_drivers'),
    ...when(count > limits.drivers, 'drivers', 'too_many_drivers'),
    ...sale.drivers.flatMap(({ iin, driverLicenseNumber: licenceNumber }, i) => [
      ...when(!isIin(iin, today), `drivers.${i}.iin`, 'iin_invalid'),
      ...when(isTooOld(iin, today), `drivers.${i}.iin`, 'iin_too_old'),
      ...when(repeated.has(i), `drivers.${i}.iin`, 'iin_repeated'),
      ...when(
        licenceNumber !== undefined && licenceNumber.trim() !== '' && !isLicence(licenceNumber),
        `drivers.${i}.driverLicenseNumber`,
        'licence_invalid',
      ),
    ]),
  ]
}

function vehicles({ vehicles: cars }: SaleShape, limits: Limits): ShapeFinding[] {
  const samePlate = repeatedAt(cars.map((car) => normalisePlate(car.registrationNumber)))
  const samePassport = repeatedAt(cars.map((car) => normaliseTechPassport(car.techPassport)))
  return [
    ...when(cars.length === 0, 'vehicles', 'no_cars'),
    ...when(cars.length > limits.cars, 'vehicles', 'too_many_cars'),
    ...cars.flatMap(({ registrationNumber, techPassport }, i) => [
      ...when(!isPlate(registrationNumber), `vehicles.${i}.registrationNumber`, 'plate_invalid'),
      ...when(!isTechPassport(techPassport), `vehicles.${i}.techPassport`, 'tech_passport_invalid'),
      ...when(samePlate.has(i), `vehicles.${i}.registrationNumber`, 'plate_repeated'),
      ...when(
        samePassport.has(i) && !samePlate.has(i),
        `vehicles.${i}.techPassport`,
        'tech_passport_repeated',
      ),
    ]),
  ]
}

/** Returns the places whose value is already earlier in the list; empty values are not compared. */
function repeatedAt(values: string[]): Set<number> {
  return new Set(
    values.flatMap((value, i) => (value !== '' && values.indexOf(value) < i ? [i] : [])),
  )
}

const digits = (text: string): string => text.replace(/\s/g, '')
const when = (is: boolean, path: string, message: ShapeProblem): ShapeFinding[] =>
  is ? [{ path, message }] : []
