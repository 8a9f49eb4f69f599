import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'
import type { Tables } from './tables.ts'
import { estimate, type Factor } from './tariff.ts'
import type { EstimateInput, Settlement } from './tariff-sale.ts'

/** Cars of one kind; `over` is over the tables' limit of a vehicle's age, seven years. */
export type FleetGroup = { vehicleType: string; over: boolean; count: number }
/**
 * Cars of an organisation, registered in one place. `carriage`: its business is rental, leasing,
 * buses or taxis.
 */
export type Fleet = {
  region: string
  settlement: Settlement
  carriage: boolean
  groups: readonly FleetGroup[]
}
export type FleetPrice = {
  total: Tenge
  lines: (FleetGroup & { each: Tenge; sum: Tenge; factors: Factor[] })[]
}

/**
 * Prices a year's policies of an organisation: class 3 by the rules, which no contract without
 * claims betters (docs/law/ogpo-rules.md section 1), the coefficient of legal entities in place of
 * age and experience, a contract for each car. Throws RangeError as `estimate` does.
 */
export function fleetPrice(fleet: Fleet, tables: Tables, day: Day): FleetPrice {
  const lines = fleet.groups.map((group) => {
    const { premium, factors } = estimate(inputOf(fleet, group, tables), tables, day)
    return { ...group, each: premium, sum: premium * group.count, factors }
  })
  return { total: lines.reduce((all, { sum }) => all + sum, 0), lines }
}

const inputOf = (
  { region, settlement, carriage }: Fleet,
  { vehicleType, over }: FleetGroup,
  { vehicleAge }: Tables,
): EstimateInput => ({
  region,
  settlement,
  vehicleType,
  insuredKind: 'LEGAL',
  age: 0,
  experienceYears: 0,
  vehicleAgeYears: vehicleAge.limitYears + (over ? 1 : 0),
  bonusMalus: { kind: carriage ? 'RENTAL_LEASING_BUS_TAXI_BUSINESS' : 'BUSINESS', class: '3' },
})
