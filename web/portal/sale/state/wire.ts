import type { Day } from '#domain/calendar.ts'
import { promoterLimits } from '#domain/ogpo/limits.ts'
import { parseMobile } from '#domain/phone.ts'
import type { Sale } from '../../../sale/model/sale.ts'
import { type Application, wireOf } from '../../../sale/model/wire.ts'
import { fieldAt, saleIn } from './sale-in.ts'
import type { Form } from './state.ts'

const wire = wireOf({
  sent: saleIn,
  variant: () => null,
  limits: () => promoterLimits,
  fieldAt,
})
export const { saleOf, errorsOf, shapeProblems } = wire

/** What a price depends on: equal keys are the same calculation, with the same consents. */
export const inputsKey = (form: Sale & { consentRequired?: boolean }): string =>
  form.consentRequired ? `1414 ${wire.inputsKey(form)}` : wire.inputsKey(form)

/** The running calculation of these inputs, or a new one. */
export function applicationFor(form: Form, newId: () => string): Application {
  const key = inputsKey(form)
  return form.application?.key === key ? form.application : { id: newId(), key }
}

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
