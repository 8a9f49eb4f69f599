import type { Day } from '#domain/calendar.ts'
import { promoterLimits } from '#domain/ogpo/limits.ts'
import { parsePhone } from '#domain/phone.ts'
import { wireOf } from '../../../sale/model/wire.ts'
import { fieldAt, saleIn } from './sale-in.ts'
import type { Form, State } from './state.ts'

export const { saleOf, inputsKey, applicationFor, shapeProblems, errorsOf } = wireOf({
  sent: saleIn,
  variant: () => null,
  limits: () => promoterLimits,
  fieldAt,
})

/**
 * Everything that is wrong before anything is sent, from the top of the sheet down: field id → key
 * of texts/fields.ts.
 */
export function problemsOf(form: Form, today: Day): Record<string, string> {
  const wrong: Record<string, string> = {}
  // The first finding of a field is the one that is said.
  for (const { field, key } of shapeProblems(form, today)) wrong[field] ??= key
  if (form.paymentPhone !== '' && parsePhone(form.paymentPhone) === null)
    wrong[fieldAt({ in: 'billPhone' })] ??= 'phone'
  return wrong
}

/** What is to be paid now, whole tenge: of a reissue only the surcharge. */
export const payable = (
  state: Pick<State, 'term' | 'surchargePremium' | 'totalPrice'>,
): number | null => (state.term.reissue ? state.surchargePremium : state.totalPrice)

/** The phone the bill goes to: the payer's, else the policyholder's. */
export const billPhone = (form: Pick<Form, 'paymentPhone' | 'policyholder'>): string =>
  form.paymentPhone || form.policyholder.phone
