import type { Day } from '#domain/calendar.ts'
import { promoterLimits } from '#domain/ogpo/limits.ts'
import { parseMobile } from '#domain/phone.ts'
import { elementOf, fieldAtOf } from '../../../sale/model/place.ts'
import type { Sale } from '../../../sale/model/sale.ts'
import { wireOf } from '../../../sale/model/wire.ts'
import { isPolicyholder } from '../../../sale/rows.ts'
import { driverFacts, type PersonFacts, policyholderFacts } from './row-facts.ts'
import type { Form } from './state.ts'

/** Returns the sale as sent: drivers by rows of their own, and the value of an untouched box. */
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
 * Returns the driver's declaration: an unticked box that was shown means under two years; a hidden,
 * untouched one means nothing.
 */
const wordOf = (experienced: boolean | null, { experienceAsked }: PersonFacts): boolean | null =>
  experienced ?? (experienceAsked ? false : null)

export const policyholderField = (key: string): string => `policyholder-${elementOf(key)}`
export const fieldAt = fieldAtOf({
  drivers: () => 'add-driver',
  billPhone: 'payment-phone',
  policyholder: policyholderField,
})

export const { saleOf, inputsKey, isFresh, applicationFor, errorsOf, shapeProblems } = wireOf({
  sent: (form: Sale & { consentRequired?: boolean }) => saleIn(form),
  variant: () => null,
  limits: () => promoterLimits,
  fieldAt,
  // The same calculation has the same consents.
  beside: ({ consentRequired }) => (consentRequired ? '1414 ' : ''),
})

/**
 * Returns all errors before sending, from the top of the sheet down: field id → key of
 * texts/fields.ts.
 */
export function problemsOf(form: Form, today: Day): Record<string, string> {
  const wrong: Record<string, string> = {}
  // Only a field's first error is shown.
  const found = shapeProblems(form, today)
  for (const { field, key } of found.toSorted((a, b) => lineOf(a.field) - lineOf(b.field)))
    wrong[field] ??= key
  if (form.paymentPhone !== '' && parseMobile(form.paymentPhone) === null)
    wrong['payment-phone'] ??= 'mobile'
  return wrong
}

/** Parts in the order of the sheet, which has the cars before the drivers. */
const parts = [/^policyholder-/, /^(?:add-)?car\b/, /^(?:add-)?driver\b/]
function lineOf(field: string): number {
  const at = parts.findIndex((part) => part.test(field))
  return at < 0 ? parts.length : at
}

/** Returns the phone the bill goes to: the payer's, else the policyholder's. */
export const billPhone = (form: Pick<Form, 'paymentPhone' | 'policyholder'>): string =>
  form.paymentPhone || form.policyholder.phone
