import { elementOf, type Place, rowFieldId } from '../../../sale/model/place.ts'
import type { Sale } from '../../../sale/model/sale.ts'
import { isPolicyholder } from '../../../sale/rows.ts'
import { driverFacts, type PersonFacts, policyholderFacts } from './row-facts.ts'

/** The sale as it is sent: who drives by a row of their own, and what an untouched box says. */
export const saleIn = (sale: Sale): Sale => ({
  ...sale,
  policyholder: {
    ...sale.policyholder,
    willDrive: sale.policyholder.willDrive || sale.drivers.some((row) => isPolicyholder(row, sale)),
    experienced: wordOf(sale.policyholder.experienced, policyholderFacts(sale.policyholder)),
  },
  drivers: sale.drivers.map((row) => ({
    ...row,
    experienced: wordOf(row.experienced, driverFacts(row)),
  })),
})

/**
 * The driver's word: asked for and not ticked means under two years; unasked and untouched says
 * nothing.
 */
const wordOf = (experienced: boolean | null, { experienceAsked }: PersonFacts): boolean | null =>
  experienced ?? (experienceAsked ? false : null)

/** The id of the element a place stands at. */
export function fieldAt(place: Place): string {
  switch (place.in) {
    case 'driver':
    case 'car':
      return rowFieldId(place.in, place.id, place.key)
    case 'drivers':
      return 'add-driver'
    case 'cars':
      return 'add-car'
    case 'billPhone':
      return 'payment-phone'
    case 'term':
      return elementOf(place.key)
    case 'policyholder':
      return policyholderField(place.key)
  }
}
export const policyholderField = (key: string): string => `policyholder-${elementOf(key)}`
