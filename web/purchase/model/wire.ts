import type { Day } from '#domain/calendar.ts'
import type { Limits } from '#domain/ogpo/limits.ts'
import { checkShape } from '#domain/ogpo/shape.ts'
import {
  carFields,
  driverFields,
  emptyOf,
  type Fields,
  policyholderFields,
  sentOf,
  termFields,
  type Values,
} from './fields.ts'
import { type Place, placeOfPath, valueAt } from './place.ts'
import type { Sale } from './sale.ts'

/**
 * The body of a calculation without `operation` (specification, section 7). Rows keep their order;
 * the policyholder's own row is written only when they drive, there is a licence to say and no row
 * names them already, and stands last, so that the others keep their index.
 */
export function bodyOf({ policyholder, drivers, cars, term }: Sale) {
  const { willDrive, licenceNumber, iin, privilege, experienced } = policyholder
  const nobody = emptyOf(driverFields)
  const named = drivers.some((driver) => driver.iin === iin)
  const own =
    willDrive && licenceNumber !== '' && !named
      ? [sentOf(driverFields, { ...nobody, iin, licenceNumber, privilege, experienced })]
      : []
  return {
    drivers: [...drivers.map((row) => sentOf(driverFields, row)), ...own],
    vehicles: cars.map((row) => sentOf(carFields, row)),
    insurant: sentOf(
      policyholderFields,
      willDrive ? policyholder : { ...policyholder, experienced: null },
    ),
    order: sentOf(termFields, term),
  }
}

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
 * and the specification's checks, which are the server's own rule, then what each field says.
 */
export function problemsIn(sale: Sale, today: Day, limits: Limits): SaleProblem[] {
  const shape = checkShape(bodyOf(sale), today, limits).map(({ path, message }) => {
    const place = placeOfPath(path, sale)
    return { place, key: valueAt(place, sale) === '' ? 'required' : message }
  })
  const own = [
    ...sale.drivers.flatMap((row) =>
      checked(driverFields, row).map(({ key, wrong }) => ({
        place: { in: 'driver' as const, id: row.id, key },
        key: wrong,
      })),
    ),
    ...sale.cars.flatMap((row) =>
      checked(carFields, row).map(({ key, wrong }) => ({
        place: { in: 'car' as const, id: row.id, key },
        key: wrong,
      })),
    ),
  ]
  return [...shape, ...own]
}

function checked<Table extends Fields>(table: Table, row: Values<Table>) {
  return (Object.keys(table) as (keyof Table & string)[]).flatMap((key) => {
    const wrong = table[key]?.check?.(row[key] as never) // the row is this table's
    return wrong ? [{ key, wrong }] : []
  })
}
