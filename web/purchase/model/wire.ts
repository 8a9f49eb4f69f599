import type { Day } from '#domain/calendar.ts'
import type { Limits } from '#domain/ogpo/limits.ts'
import { checkShape } from '#domain/ogpo/shape.ts'
import { carFields, driverFields, policyholderFields, sentOf, termFields } from './fields.ts'
import { type Place, placeOfPath, valueAt } from './place.ts'
import type { Sale } from './sale.ts'

/** The body of a calculation without `operation` (specification, section 7), rows in their order. */
export const bodyOf = ({ policyholder, drivers, cars, term }: Sale) => ({
  drivers: drivers.map((row) => sentOf(driverFields, row)),
  vehicles: cars.map((row) => sentOf(carFields, row)),
  insurant: sentOf(
    policyholderFields,
    policyholder.willDrive ? policyholder : { ...policyholder, experienced: null },
  ),
  order: sentOf(termFields, term),
})

/** What a price depends on: equal keys are the same calculation. */
export const keyOf = (sale: Sale): string => JSON.stringify(bodyOf(sale))

/** The id of a calculation and the inputs it stands for. */
export type Application = { id: string; key: string }

/**
 * Unchanged inputs keep their application id, so a repeated press, a reload or a lost answer is the
 * same quote; changed ones get a new id.
 */
export const applicationOf = (
  key: string,
  kept: Application | null,
  newId: () => string,
): Application => (kept?.key === key ? kept : { id: newId(), key })

export type SaleProblem = { place: Place; key: string }

/**
 * Everything wrong before anything is sent, from the top down, by key of texts/fields.ts: the law's
 * and the specification's checks, which are the server's own rule.
 */
export const problemsIn = (sale: Sale, today: Day, limits: Limits): SaleProblem[] =>
  checkShape(bodyOf(sale), today, limits).map(({ path, message }) => {
    const place = placeOfPath(path, sale)
    return { place, key: valueAt(place, sale) === '' ? 'required' : message }
  })
