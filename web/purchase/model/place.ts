import { carFields, driverFields, type Fields, policyholderFields, termFields } from './fields.ts'
import type { Sale } from './sale.ts'

/** Where in a purchase something stands: a field of a row, or a list as a whole. */
export type Place =
  | { in: 'policyholder'; key: keyof typeof policyholderFields }
  | { in: 'driver'; id: string; key: keyof typeof driverFields }
  | { in: 'car'; id: string; key: keyof typeof carFields }
  | { in: 'term'; key: keyof typeof termFields }
  | { in: 'drivers' | 'cars' | 'billPhone' }

export const rowTables = { driver: driverFields, car: carFields } satisfies Record<string, Fields>
type RowKind = keyof typeof rowTables

/** The id of a row's field: `driver-<row>-phone`. */
export const rowFieldId = (kind: RowKind, id: string, key: string): string => {
  const table: Fields = rowTables[kind]
  return `${kind}-${id}-${table[key]?.id ?? key}`
}

/** The id of a field of the term. */
export const termFieldId = (key: keyof typeof termFields): string =>
  (termFields as Fields)[key]?.id ?? key

/** What an id of a row's field stands for, or null. */
export function rowFieldOf(field: string): { kind: RowKind; id: string; key: string } | null {
  const [, kind, id = '', part] = /^(driver|car)-(.+)-(\w+)$/.exec(field) ?? []
  if (kind !== 'driver' && kind !== 'car') return null
  const found = Object.entries(rowTables[kind]).find(([, about]) => about.id === part)
  return found ? { kind, id, key: found[0] } : null
}

/** The place a path of the request stands for; what nothing on the page shows is the buyer's. */
export function placeOfPath(path: string, { drivers, cars }: Sale): Place {
  const [list, second, part = ''] = path.split('.')
  const at = second === undefined || second === '' ? Number.NaN : Number(second)
  const whole = { in: 'policyholder', key: 'iin' } as const
  if (list === 'drivers') {
    const row = drivers[at]
    const key = named(driverFields, part)
    if (row) return { in: 'driver', id: row.id, key: key ?? 'iin' }
    return second === undefined ? { in: 'drivers' } : whole
  }
  if (list === 'vehicles') {
    const row = cars[at]
    return row ? { in: 'car', id: row.id, key: named(carFields, part) ?? 'plate' } : { in: 'cars' }
  }
  if (path === 'pay.phone') return { in: 'billPhone' }
  if (path === 'email') return { in: 'policyholder', key: 'email' }
  if (list === 'insurant' && second)
    return { in: 'policyholder', key: named(policyholderFields, second) ?? 'iin' }
  const term = list === 'order' && second ? named(termFields, second) : undefined
  return term && 'id' in termFields[term] ? { in: 'term', key: term } : whole
}

const named = <Table extends Fields>(table: Table, wire: string) =>
  (Object.keys(table) as (keyof Table & string)[]).find((key) => table[key]?.wire === wire)

/** The key of the field a code is about, where it is not the row itself. */
export const refusedKey = <Table extends Fields>(
  table: Table,
  code: number,
): (keyof Table & string) | undefined =>
  (Object.keys(table) as (keyof Table & string)[]).find((key) =>
    table[key]?.refusals?.includes(code),
  )

/** What stands at a place. */
export function valueAt(place: Place, sale: Sale): unknown {
  if (place.in === 'policyholder') return sale.policyholder[place.key]
  if (place.in === 'driver') return sale.drivers.find(({ id }) => id === place.id)?.[place.key]
  if (place.in === 'car') return sale.cars.find(({ id }) => id === place.id)?.[place.key]
  return undefined
}

/** Ids of the fields a change of a row touches: what was wrong with them is forgotten. */
export const touchedIds = <Row>(kind: RowKind, id: string, patch: Partial<Row>): string[] =>
  Object.keys(patch).map((key) => rowFieldId(kind, id, key))
