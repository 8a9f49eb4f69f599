import { defaultVariant, smallestVariant, type Variant } from '#domain/ogpo/limits.ts'
import { elementOf, type Place, rowFieldId } from '../../sale/model/place.ts'
import type { Sale } from '../../sale/model/sale.ts'
import type { Form } from './state.ts'

/** What of the form a price depends on. */
export type Parts = Pick<
  Form,
  | 'owner'
  | 'willDrive'
  | 'experienced'
  | 'privilege'
  | 'drivers'
  | 'cars'
  | 'start'
  | 'months'
  | 'seasonal'
  | 'insurer'
  | 'ogpoPlus'
  | 'prolong'
  | 'reissue'
>

/**
 * The variant that holds whoever drives and every car; nobody is asked for it. More than any holds
 * is the widest, which then says so.
 */
export function variantFor({
  owner,
  willDrive,
  drivers,
  cars,
}: Pick<Form, 'owner' | 'willDrive' | 'drivers' | 'cars'>): Variant {
  const others = drivers.filter(({ iin }) => !willDrive || iin !== owner).length
  const persons = Math.max(1, others + (willDrive ? 1 : 0))
  return smallestVariant(persons, Math.max(1, cars.length)) ?? defaultVariant
}

/** The form as the model's sale: the buyer, proved by the code, signs and may drive. */
export const saleIn = (form: Parts, phone: string): Sale => ({
  policyholder: {
    iin: form.owner,
    phone,
    email: '',
    willDrive: form.willDrive,
    privilege: form.privilege === 'confirmed',
    experienced: form.experienced,
  },
  drivers: form.drivers.map((row) => ({ ...row, privilege: row.privilege === 'confirmed' })),
  cars: form.cars,
  term: {
    start: form.start,
    months: form.months,
    variant: variantFor(form),
    ogpoPlus: form.ogpoPlus,
    insurer: form.insurer,
    seasonal: form.seasonal || null,
    prolong: form.prolong,
    reissue: form.reissue,
  },
})

/**
 * The id of the element a place stands at. The buyer is a block, not a field; lists have the choice
 * that limits them.
 */
export function fieldAt(
  place: Place,
  { drivers, willDrive }: Pick<Form, 'drivers' | 'willDrive'>,
): string {
  switch (place.in) {
    case 'driver':
    case 'car':
      return rowFieldId(place.in, place.id, place.key)
    case 'drivers':
      return drivers.length === 0 && !willDrive ? 'willDrive' : 'add-driver'
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
}
