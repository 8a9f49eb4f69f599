import type { Day } from '#domain/calendar.ts'
import { isTechPassport } from '#domain/document-numbers.ts'
import { isEmail } from '#domain/email.ts'
import { isIin } from '#domain/iin.ts'
import { defaultVariant, smallestVariant, type Variant, variants } from '#domain/ogpo/limits.ts'
import { waysOf } from '#domain/payment-ways.ts'
import { parseMobile } from '#domain/phone.ts'
import { isPlate } from '#domain/plate.ts'
import * as refusals from '#domain/refusals.ts'
import { isOwner } from '../../sale/model/look-up.ts'
import { fieldAtOf, rowFieldId } from '../../sale/model/place.ts'
import type { Driver, Policyholder, Sale } from '../../sale/model/sale.ts'
import { type Problem, wireOf } from '../../sale/model/wire.ts'
import { consentOpen, isExperienceOpen, isPolicyholder } from '../../sale/rows.ts'
import { carLookup, driverLookup, type EditId, type Form } from './state.ts'

/**
 * Returns the smallest variant that holds all drivers and cars; the buyer is not asked. If
 * none holds them, returns the default, whose check then reports it.
 */
export function variantFor({ policyholder, drivers, cars }: Omit<Sale, 'term'>): Variant {
  const { iin: own, willDrive } = policyholder
  const others = drivers.filter(({ iin }) => !willDrive || iin !== own).length
  const persons = Math.max(1, others + (willDrive ? 1 : 0))
  return smallestVariant(persons, Math.max(1, cars.length)) ?? defaultVariant
}

const ownFields: Partial<Record<keyof Policyholder, string>> = {
  experienced: 'experience',
  willDrive: 'willDrive',
  email: 'email',
  privilege: 'privilege',
}
/** The buyer is a block, not a field; lists have the choice that limits them. */
export const fieldAt = fieldAtOf({
  drivers: ({ drivers, policyholder }) =>
    drivers.length === 0 && !policyholder.willDrive ? 'willDrive' : 'add-driver',
  billPhone: 'payPhone',
  policyholder: (key) => ownFields[key] ?? 'policyholder',
})

/**
 * Maps the form to the wire: the body of calculate, the problems before sending, the row of each
 * error in an answer.
 */

export const { saleOf, inputsKey, isFresh, applicationFor, fieldOf, shapeProblems, errorsOf } =
  wireOf({
    sent: (form: Sale) => form,
    variant: variantFor,
    limits: (variant) => variants[variant ?? defaultVariant],
    fieldAt,
  })

/**
 * Everything wrong before calculate; the law's and the specification's checks are the server's own
 * rule.
 */
export function problemsOf(form: Sale, today: Day): Problem[] {
  const { policyholder } = form
  const asked = policyholder.willDrive && isExperienceOpen(policyholder)
  return [
    ...shapeProblems(form, today),
    ...(asked ? [{ field: 'experience', key: 'experience' }] : []),
    ...form.drivers.flatMap((row) => driverProblems(row, form)),
    ...form.cars.flatMap(carProblems),
    ...(form.term.insurer === '' ? [{ field: 'insurer', key: 'insurer' }] : []),
  ]
}

/**
 * Returns what is missing before payment; without a sum to pay, no phone for the bill is needed.
 * `tick`: accepting is a tick of its own, not the button alone.
 */
export function payProblems(form: Form, { free = false, tick = false } = {}): Problem[] {
  return [
    ...emailProblems(form.policyholder),
    ...(!free && waysOf[form.pay].asksPhone && parseMobile(form.payPhone) === null
      ? [{ field: 'payPhone', key: 'mobile' }]
      : []),
    ...(tick && !form.agreed ? [{ field: 'agreed', key: 'accept_terms' }] : []),
  ]
}

export const emailProblems = ({ email }: { email: string }): Problem[] =>
  email !== '' && !isEmail(email) ? [{ field: 'email', key: 'email' }] : []

function driverProblems(row: Driver, form: Sale): Problem[] {
  const problem = (of: keyof Driver, key: string): Problem => ({
    field: rowFieldId('driver', row.id, of),
    key,
  })
  if (!isIin(row.iin) || isPolicyholder(row, form)) return []
  const open = consentOpen(row)
  const lookup = driverLookup(row)
  const found = lookup.kind === 'failed' ? [problem('iin', 'driver_not_found')] : []
  const experience = isExperienceOpen({ ...row, lookup })
    ? [problem('experienced', 'experience')]
    : []
  return [...found, ...experience, ...(open ? [problem(open.of, open.key)] : [])]
}

function carProblems(row: Sale['cars'][number]): Problem[] {
  const lookup = carLookup(row)
  if (!isPlate(row.plate) || !isTechPassport(row.techPassport) || lookup.kind !== 'failed')
    return []
  const problem = (part: string, key: string): Problem[] => [
    { field: `car-${row.id}-${part}`, key },
  ]
  const { code, reason } = lookup
  if (code !== refusals.vehicleNotFound || row.owner.length !== 12)
    return problem('plate', 'car_not_found')
  if (!isOwner(row.owner)) return problem('owner', 'owner')
  return reason === 'owner_consent'
    ? problem('owner', 'owner_consent')
    : problem('plate', 'car_not_found')
}

/** Returns the sheet of a field; null: it is on the review itself, or with the payment. */
export function sheetOf(field: string): EditId | null {
  if (field.startsWith('driver-') || field === 'add-driver' || field === 'willDrive')
    return 'drivers'
  if (field.startsWith('car-') || field === 'add-car') return 'cars'
  if (field === 'start' || field === 'months') return 'term'
  if (field === 'insurer' || field === 'email') return field
  return field === 'ogpoPlus' ? 'plus' : null
}

/** Fields of the payment. */
export const isOfPay = (field: string): boolean => field === 'payPhone' || field === 'agreed'
