import Big from 'big.js'
import type { Day } from '../calendar.ts'
import type { Localized } from '../locale.ts'
import { roundTenge, type Tenge } from '../money.ts'

/**
 * A plan of the Home subscription as a dated row: cover, sum insured of each, and the monthly
 * price.
 */
export type Plan = {
  id: number
  code: string
  name: Localized
  insuranceAmount: Tenge
  interiorFinishing: Tenge
  neighbourCompensation: Tenge
  pricePerMonth: Tenge
  insurerCode: string
  sample: boolean
  sort: number
  effectiveFrom: Day
  /** The last day, or null: no end is known. */
  effectiveTo: Day | null
}

/** The plans sold on a day, the newest row of each code, in the order they are shown. */
export function plansOn(rows: readonly Plan[], day: Day): Plan[] {
  const newest = new Map<string, Plan>()
  for (const row of rows) {
    if (row.effectiveFrom > day || (row.effectiveTo !== null && row.effectiveTo < day)) continue
    const known = newest.get(row.code)
    if (!known || known.effectiveFrom < row.effectiveFrom) newest.set(row.code, row)
  }
  return [...newest.values()].sort(
    (a, b) => a.sort - b.sort || a.pricePerMonth - b.pricePerMonth || a.id - b.id,
  )
}

/**
 * The broker's commission inside one month's price, never on top (settled.md, "Prices"). `percent`
 * as a decimal text.
 */
export const monthlyCommission = (price: Tenge, percent: string): Tenge =>
  roundTenge(new Big(price).times(percent).div(100))
