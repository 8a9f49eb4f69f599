import { defaultVariant, smallestVariant, type Variant } from '#domain/ogpo/limits.ts'
import { elementOf, type Place, rowFieldId } from '../../sale/model/place.ts'
import type { Sale } from '../../sale/model/sale.ts'

/**
 * The variant that holds whoever drives and every car; nobody is asked for it. More than any holds
 * is the widest, which then says so.
 */
export function variantFor({ policyholder, drivers, cars }: Omit<Sale, 'term'>): Variant {
  const { iin: own, willDrive } = policyholder
  const others = drivers.filter(({ iin }) => !willDrive || iin !== own).length
  const persons = Math.max(1, others + (willDrive ? 1 : 0))
  return smallestVariant(persons, Math.max(1, cars.length)) ?? defaultVariant
}

/**
 * The id of the element a place stands at. The buyer is a block, not a field; lists have the choice
 * that limits them.
 */
export function fieldAt(place: Place, { drivers, policyholder }: Omit<Sale, 'term'>): string {
  switch (place.in) {
    case 'driver':
    case 'car':
      return rowFieldId(place.in, place.id, place.key)
    case 'drivers':
      return drivers.length === 0 && !policyholder.willDrive ? 'willDrive' : 'add-driver'
    case 'cars':
      return 'add-car'
    case 'billPhone':
      return 'payPhone'
    case 'term':
      return elementOf(place.key)
    case 'policyholder':
      return ownFields[place.key] ?? 'policyholder'
  }
}
const ownFields: Partial<Record<Extract<Place, { in: 'policyholder' }>['key'], string>> = {
  experienced: 'experience',
  willDrive: 'willDrive',
  email: 'email',
  privilege: 'privilege',
}
