import { elementOf, type Place, rowFieldId } from '../../../sale/model/place.ts'
import type { Sale } from '../../../sale/model/sale.ts'
import { driverSaid, isPolicyholder, policyholderSaid, type Said } from './said.ts'
import type { Form } from './state.ts'

/**
 * The sheet as the model's sale: the one place where the specification's names of the state meet
 * those of the model.
 */
export function saleIn(form: Form): Sale {
  const rows = Object.entries(form.drivers)
  return {
    policyholder: {
      ...form.policyholder,
      willDrive: form.policyholderWillDrive || rows.some(([, row]) => isPolicyholder(row, form)),
      experienced: wordOf(form.policyholder.experienced, policyholderSaid(form.policyholder)),
    },
    drivers: rows.map(([id, row]) => ({
      ...row,
      id,
      experienced: wordOf(row.experienced, driverSaid(row)),
    })),
    cars: form.cars,
    term: {
      start: form.policyStartDate,
      months: form.policyPeriod,
      variant: null,
      ogpoPlus: form.ogpoPlus || null,
      insurer: form.insurer,
      seasonal: form.seasonalAgreement || null,
      prolong: form.prolong ? form.globalId : null,
      reissue: form.reissue ? form.globalId : null,
    },
  }
}

/**
 * The driver's word: asked for and not ticked means under two years; unasked and untouched says
 * nothing.
 */
const wordOf = (experienced: boolean | null, { experienceAsked }: Said): boolean | null =>
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
