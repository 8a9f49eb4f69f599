import * as refusals from '#domain/refusals.ts'
import type { SaleBody } from './body.ts'
import type { Car, Driver, Policyholder, Sale, Term } from './sale.ts'

type PolicyholderKey = keyof Policyholder
type DriverKey = keyof Omit<Driver, 'id'>
type CarKey = keyof Omit<Car, 'id'>

/** A place in a purchase: a field of a row, or a list as a whole. */
export type Place =
  | { in: 'policyholder'; key: PolicyholderKey }
  | { in: 'driver'; id: string; key: DriverKey }
  | { in: 'car'; id: string; key: CarKey }
  | { in: 'term'; key: keyof Term }
  | { in: 'drivers' | 'cars' | 'billPhone' }

/** The last part of the id of a field's element; the season is shown as the months it opens. */
export const elementOf = (key: string): string =>
  key === 'experienced' ? 'experience' : key === 'seasonal' ? 'months' : key

/** The id of a row's field: `driver-<row>-phone`. */
export const rowFieldId = (kind: 'driver' | 'car', id: string, key: string): string =>
  `${kind}-${id}-${elementOf(key)}`

/** Where a door shows errors outside the rows of drivers and cars. */
type Shown = {
  /** A driver is missing. */
  drivers: (sale: Omit<Sale, 'term'>) => string
  billPhone: string
  policyholder: (key: PolicyholderKey) => string
}
/** Returns the id of a place's element. */
export const fieldAtOf =
  ({ drivers, billPhone, policyholder }: Shown) =>
  (place: Place, sale: Omit<Sale, 'term'>): string => {
    switch (place.in) {
      case 'driver':
      case 'car':
        return rowFieldId(place.in, place.id, place.key)
      case 'drivers':
        return drivers(sale)
      case 'cars':
        return 'add-car'
      case 'billPhone':
        return billPhone
      case 'term':
        return elementOf(place.key)
      case 'policyholder':
        return policyholder(place.key)
    }
  }

/** Parses the id of a row's field; null if it is none. */
export function rowFieldOf(
  field: string,
): { kind: 'driver' | 'car'; id: string; key: string } | null {
  const [, kind, id = '', part = ''] = /^(driver|car)-(.+)-(\w+)$/.exec(field) ?? []
  if (kind !== 'driver' && kind !== 'car') return null
  return { kind, id, key: part === 'experience' ? 'experienced' : part }
}

/** Names of the wire, each with the field that shows its error; null: nothing shows it. */
type Names<Body, Key> = Record<keyof Required<Body>, Key | null>
const names = {
  insurant: {
    iin: 'iin',
    phone: 'phone',
    willDrive: 'willDrive',
    privilege: 'privilege',
    experienceOver2Years: 'experienced',
  },
  drivers: {
    iin: 'iin',
    driverLicenseNumber: null,
    privilege: 'privilege',
    experienceOver2Years: 'experienced',
  },
  vehicles: { registrationNumber: 'plate', techPassport: 'techPassport', ownerIin: 'owner' },
  order: {
    dateStart: 'start',
    period: 'months',
    variant: null,
    ogpoPlus: 'ogpoPlus',
    insurer: 'insurer',
    seasonal: 'seasonal',
    prolongGlobalId: null,
    reorderGlobalId: null,
  },
} as const satisfies {
  insurant: Names<SaleBody['insurant'], PolicyholderKey>
  drivers: Names<SaleBody['drivers'][number], DriverKey>
  vehicles: Names<SaleBody['vehicles'][number], CarKey>
  order: Names<SaleBody['order'], keyof Term>
}
const keyIn = <Key>(of: Record<string, Key>, name: string): Key | null => of[name] ?? null

/** Returns the place of a request path; the buyer's if nothing on the page shows it. */
export function placeOfPath(path: string, { drivers, cars }: Sale): Place {
  const [list, second, part = ''] = path.split('.')
  const at = second === undefined || second === '' ? Number.NaN : Number(second)
  const whole = { in: 'policyholder', key: 'iin' } as const
  if (list === 'drivers') {
    const row = drivers[at]
    if (row) return { in: 'driver', id: row.id, key: keyIn(names.drivers, part) ?? 'iin' }
    return second === undefined ? { in: 'drivers' } : whole
  }
  if (list === 'vehicles') {
    const row = cars[at]
    if (row) return { in: 'car', id: row.id, key: keyIn(names.vehicles, part) ?? 'plate' }
    return { in: 'cars' }
  }
  if (path === 'pay.phone') return { in: 'billPhone' }
  if (path === 'email') return { in: 'policyholder', key: 'email' }
  if (list === 'insurant' && second)
    return { in: 'policyholder', key: keyIn(names.insurant, second) ?? 'iin' }
  const term = list === 'order' && second ? keyIn(names.order, second) : null
  return term ? { in: 'term', key: term } : whole
}

/** The field of a person that a code is about, if not the person as a whole. */
const blamedKeys: Record<number, 'phone' | 'consent' | 'experienced'> = {
  [refusals.phoneNotLinked]: 'phone',
  [refusals.consentMissing]: 'consent',
  [refusals.experienceImpossible]: 'experienced',
}
export const blamedKey = (code: number): DriverKey => blamedKeys[code] ?? 'iin'

/** Returns the value at a place. */
export function valueAt(place: Place, sale: Sale): unknown {
  if (place.in === 'policyholder') return sale.policyholder[place.key]
  if (place.in === 'driver') return sale.drivers.find(({ id }) => id === place.id)?.[place.key]
  if (place.in === 'car') return sale.cars.find(({ id }) => id === place.id)?.[place.key]
  return undefined
}
