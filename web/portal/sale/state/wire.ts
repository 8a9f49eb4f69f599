import type { Day } from '#domain/calendar.ts'
import { promoterLimits } from '#domain/ogpo/limits.ts'
import { parseMobile } from '#domain/phone.ts'
import type { Sale } from '../../../sale/model/sale.ts'
import { wireOf } from '../../../sale/model/wire.ts'
import { fieldAt, saleIn } from './sale-in.ts'
import type { Form } from './state.ts'

export const { saleOf, inputsKey, isFresh, applicationFor, errorsOf, shapeProblems } = wireOf({
  sent: (form: Sale & { consentRequired?: boolean }) => saleIn(form),
  variant: () => null,
  limits: () => promoterLimits,
  fieldAt,
  // The same calculation has the same consents.
  beside: ({ consentRequired }) => (consentRequired ? '1414 ' : ''),
})

/**
 * Everything that is wrong before anything is sent, from the top of the sheet down: field id → key
 * of texts/fields.ts.
 */
export function problemsOf(form: Form, today: Day): Record<string, string> {
  const wrong: Record<string, string> = {}
  // The first finding of a field is the one that is said.
  const found = shapeProblems(form, today)
  for (const { field, key } of found.toSorted((a, b) => lineOf(a.field) - lineOf(b.field)))
    wrong[field] ??= key
  if (form.paymentPhone !== '' && parseMobile(form.paymentPhone) === null)
    wrong[fieldAt({ in: 'billPhone' })] ??= 'mobile'
  return wrong
}

/** Where a field stands on the sheet, which has the cars before the drivers. */
const parts = [/^policyholder-/, /^(?:add-)?car\b/, /^(?:add-)?driver\b/]
function lineOf(field: string): number {
  const at = parts.findIndex((part) => part.test(field))
  return at < 0 ? parts.length : at
}

/** The phone the bill goes to: the payer's, else the policyholder's. */
export const billPhone = (form: Pick<Form, 'paymentPhone' | 'policyholder'>): string =>
  form.paymentPhone || form.policyholder.phone
