import Big from 'big.js'
import type { Day } from '../calendar.ts'
import { fullYears, isLeap, yearOf } from '../calendar.ts'
import { roundTenge, type Tenge } from '../money.ts'
import {
  ageExperienceOf,
  bonusMalusOf,
  type Factor,
  product,
  regionOf,
  settlementOf,
  vehicleAgeOf,
  vehicleTypeOf,
} from './factors.ts'
import type { Line } from './line.ts'
import { termDays } from './period.ts'
import type { Tables } from './tables.ts'
import { tablesOn } from './tables.ts'
import type { Car, EstimateInput, Insured, Sale, Term } from './tariff-sale.ts'

function lineOf(car: Car, person: Insured, sale: Sale, tables: Tables, privileged: boolean): Line {
  const annual = annualFactors(
    {
      region: car.region,
      settlement: car.settlement,
      vehicleType: car.type,
      insuredKind: person.kind,
      age: person.birthDate === null ? 0 : fullYears(person.birthDate, sale.quotedOn),
      experienceYears:
        person.experienceFrom === null
          ? 0
          : Math.max(0, fullYears(person.experienceFrom, sale.quotedOn)),
      vehicleAgeYears: Math.max(0, yearOf(sale.quotedOn) - car.yearBuilt),
      bonusMalus: person.bonusMalus,
    },
    tables,
    sale.correctionDeviation ?? '0',
  )
  const privilege: Factor[] = privileged
    ? [{ code: 'privilege', value: tables.privilege, because: {} }]
    : []
  const factors = [...annual, ...privilege, ...termFactor(sale.term)]
  const exact = product(factors)
  return {
    plate: car.plate,
    iin: person.iin,
    factors,
    exact: exact.toFixed(),
    premium: roundTenge(exact),
  }
}

function annualFactors(facts: EstimateInput, tables: Tables, deviation: string): Factor[] {
  return [
    {
      code: 'base',
      value: new Big(tables.baseMultiple).times(tables.mrp).toFixed(),
      because: { mrp: tables.mrp, multiple: tables.baseMultiple },
    },
    ...regionOf(facts.region, deviation, tables),
    settlementOf(facts.region, facts.settlement, tables),
    vehicleTypeOf(facts.vehicleType, tables),
    facts.insuredKind === 'LEGAL'
      ? { code: 'legalEntity', value: tables.legalEntity, because: {} }
      : ageExperienceOf(facts.age, facts.experienceYears, tables),
    vehicleAgeOf(facts.vehicleAgeYears, tables),
    bonusMalusOf(facts.bonusMalus, facts.vehicleType, tables),
  ]
}

/**
 * Short premium = annual × days ÷ 365 (366 when the contract starts in a leap year), art. 19 p. 14;
 * a year's contract has no such factor.
 */
function termFactor(term: Term): Factor[] {
  if (term.months >= 12) return []
  const days = termDays(term.start, term.months)
  const yearDays = isLeap(yearOf(term.start)) ? 366 : 365
  return [
    {
      code: 'term',
      value: `${days}/${yearDays}`,
      because: { months: term.months, days, yearDays },
    },
  ]
}

/** A year's MRP and corrections price only contracts concluded in it (settled.md, "Prices"). */
function covered(tables: Tables, day: Day): void {
  if (!tablesOn([tables], day)) throw new RangeError(`tables ${tables.version} do not cover ${day}`)
}

export { nextClass, whatWouldChange } from './explain.ts'
export type { Factor } from './factors.ts'
export type { Line } from './line.ts'

/**
 * `standard` one car; `complex` several cars of one natural person; `many` several cars and several
 * insured, a standard contract per car.
 */
export const priceKinds = ['standard', 'complex', 'many'] as const
export type PriceKind = (typeof priceKinds)[number]
/**
 * `decisive` is the insured whose line is the premium of the car. In a `complex` price the total is
 * the highest car's premium, once.
 */
export type CarPrice = { plate: string; premium: Tenge; lines: Line[]; decisive: string }
export type Price = { total: Tenge; kind: PriceKind; cars: CarPrice[] }

/**
 * Premium of a sale in tenge, explained (law 446-II art. 11, 12, 19; docs/law/ogpo-rules.md section
 * 1). Ages and experience are full years on the day of the quote, a car's age is the year of the quote minus
 * the year built. One rounding per premium. Throws RangeError when the tables do not cover the day
 * or lack a code, when there is no car or insured, or when the deviation is more than the law
 * allows: facts must be checked before.
 */
export function premium(sale: Sale, tables: Tables): Price {
  covered(tables, sale.quotedOn)
  const kind = kindOf(sale)
  const privileged =
    kind === 'standard' &&
    sale.insured.every((person) => person.kind === 'NATURAL' && person.privilege)
  const cars = sale.cars.map((car) => carPrice(car, sale, tables, privileged))
  const premiums = cars.map((car) => car.premium)
  const total =
    kind === 'complex' ? Math.max(...premiums) : premiums.reduce((sum, one) => sum + one, 0)
  return { total, kind, cars }
}

/**
 * A year's premium of one car with one insured person, and its coefficients. Throws RangeError as
 * `premium` does.
 */
export function estimate(
  input: EstimateInput,
  tables: Tables,
  quotedOn: Day,
): { premium: Tenge; factors: Factor[] } {
  covered(tables, quotedOn)
  const factors = annualFactors(input, tables, '0')
  return { premium: roundTenge(product(factors)), factors }
}

function kindOf({ cars, insured }: Sale): PriceKind {
  if (cars.length === 0 || insured.length === 0)
    throw new RangeError('a sale needs a car and an insured person')
  if (cars.length === 1) return 'standard'
  return insured.length === 1 && insured[0]?.kind === 'NATURAL' ? 'complex' : 'many'
}

/**
 * The highest whole premium among the insured; of equal ones the smaller number decides, so that
 * their order never shows.
 */
function carPrice(car: Car, sale: Sale, tables: Tables, privileged: boolean): CarPrice {
  const lines = sale.insured.map((person) => lineOf(car, person, sale, tables, privileged))
  const decisive = lines.reduce((highest, line) => (outranks(line, highest) ? line : highest))
  return { plate: car.plate, premium: decisive.premium, lines, decisive: decisive.iin }
}

function outranks(line: Line, other: Line): boolean {
  const compared = new Big(line.exact).cmp(other.exact)
  return compared > 0 || (compared === 0 && line.iin < other.iin)
}
