import Big from 'big.js'
import { type Day, fullYears, isLeap, yearOf } from '../calendar.ts'
import { roundTenge } from '../money.ts'
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
import { type Tables, tablesOn } from './tables.ts'
import type { Car, EstimateInput, Insured, Sale, Term } from './tariff-sale.ts'

export function lineOf(
  car: Car,
  person: Insured,
  sale: Sale,
  tables: Tables,
  privileged: boolean,
): Line {
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

export function annualFactors(facts: EstimateInput, tables: Tables, deviation: string): Factor[] {
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
export function covered(tables: Tables, day: Day): void {
  if (!tablesOn([tables], day)) throw new RangeError(`tables ${tables.version} do not cover ${day}`)
}
