import Big from 'big.js'
import { formatMoney } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'
import { roundTenge, type Tenge } from '#domain/money.ts'
import type { Factor } from '#domain/ogpo/factors.ts'
import { estimate } from '#domain/ogpo/tariff.ts'
import type { EstimateInput } from '#domain/ogpo/tariff-sale.ts'
import { tables } from './tariff-example.ts'

/** A car of up to seven years, a driver of 25 and more with two years and more behind the wheel. */
const usual = (region: string, bonusMalus: EstimateInput['bonusMalus']) =>
  estimate(
    {
      region,
      settlement: 'CITY',
      vehicleType: 'PASSENGER',
      insuredKind: 'NATURAL',
      age: 30,
      experienceYears: 5,
      vehicleAgeYears: 3,
      bonusMalus,
    },
    tables,
    tables.effectiveFrom,
  )

const ofClass = (name: string) => ({ kind: 'CLASS', class: name })
const first = { kind: 'FIRST', class: '3' }

export type UsualPrice = { name: Record<Locale, string>; from: Tenge; to: Tenge }

/**
 * What a policy for a passenger car usually costs by the region of its plate, tenge: from the best
 * class to somebody's first contract, in the region's cities.
 */
export const usualPrices: Readonly<Record<string, UsualPrice>> = Object.fromEntries(
  tables.regions.map(({ code, plateCode, label }): [string, UsualPrice] => [
    plateCode,
    { name: label, from: usual(code, ofClass('13')).premium, to: usual(code, first).premium },
  ]),
)

/** The same as the home page says it: region of a plate → its name and «18 047 – 43 313 ₸». */
export const usualWords = (locale: Locale): Record<string, [name: string, sums: string]> =>
  Object.fromEntries(
    Object.entries(usualPrices).map(([region, { name, from, to }]) => [
      region,
      [name[locale], `${formatMoney(from).replace(/\s*₸/, '')} – ${formatMoney(to)}`],
    ]),
  )

const { factors } = usual('ALMATY_CITY', ofClass('3'))
const times = (...codes: Factor['code'][]): Big =>
  factors
    .filter(({ code }) => codes.includes(code))
    .reduce((all, { value }) => all.times(value), new Big(1))
const region = times('regionBase', 'regionCorrection', 'settlement')
const vehicle = times('vehicleType', 'ageExperience', 'vehicleAge')
const upTo = (...parts: Big[]): Tenge =>
  roundTenge(parts.reduce((all, each) => all.times(each), times('base')))

/** All its digits: who multiplies the rows gets our sums. */
const inDigits = (coefficient: Big): string => {
  const all = coefficient.toString()
  return all.length < 4 ? coefficient.toFixed(2) : all
}

/** A row of the worked price: its coefficient, decimal, and the sum up to it, tenge. */
type Step = { k: string; sum: Tenge }
const ofBonusMalus = (id: string, bonusMalus: EstimateInput['bonusMalus']) => {
  const { premium, factors: all } = usual('ALMATY_CITY', bonusMalus)
  return { id, sum: premium, k: all.find(({ code }) => code === 'bonusMalus')?.value ?? '1' }
}

/** The worked case of the home page: a passenger car of Almaty, built up factor by factor. */
export const worked: Record<'base' | 'region' | 'vehicle', Step> & {
  classes: readonly (Step & { id: string })[]
} = {
  base: { k: tables.baseMultiple, sum: upTo() },
  region: { k: inDigits(region), sum: upTo(region) },
  vehicle: { k: inDigits(vehicle), sum: upTo(region, vehicle) },
  classes: [
    ofBonusMalus('first', first),
    ...['3', '7', '13'].map((name) => ofBonusMalus(name, ofClass(name))),
  ],
}

const limit = (what: string): Tenge =>
  (tables.liabilityLimits.find((row) => row.case === what)?.mrp ?? 0) * tables.mrp

/** What the policy pays to one person at most, tenge (art. 24). */
export const limits = {
  life: limit('death, per victim'),
  property: limit('property of one victim, up to'),
  allProperty: limit('property of all victims together, up to'),
  treatment: limit('injury without disability, actual treatment costs up to'),
}
