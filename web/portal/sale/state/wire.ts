import type { Day } from '#domain/calendar.ts'
import { promoterLimits } from '#domain/ogpo/limits.ts'
import { parsePhone } from '#domain/phone.ts'

<<<<<<< HEAD

import type { Place } from '../../../sale/model/place.ts'
import {
  type Application,
  applicationOf,
  bodyOf,
  keyOf,
  problemsIn,
} from '../../../sale/model/wire.ts'
import { fieldAt, saleIn } from './sale-in.ts'
import type { Form, State } from './state.ts'

/** The body of promoterCalculate without `operation`. */
export const saleOf = (form: Form) => bodyOf(saleIn(form))

/** What a price depends on: equal keys are the same calculation, with the same consents. */
export const inputsKey = (form: Form): string =>
  form.consentRequired ? `1414 ${keyOf(saleIn(form))}` : keyOf(saleIn(form))

/** The running calculation of these inputs, or a new one. */
export const applicationFor = (form: Form, newId: () => string): Application =>
  applicationOf(inputsKey(form), form.application, newId)
=======

import { wireOf } from '../../../sale/model/wire.ts'
import { fieldAt, saleIn } from './sale-in.ts'
import type { Form, State } from './state.ts'

export const { saleOf, inputsKey, applicationFor, shapeProblems, errorsOf } = wireOf({
  sent: saleIn,
  variant: () => null,
  limits: () => promoterLimits,
  fieldAt,
})
>>>>>>> main

/**
 * Everything that is wrong before anything is sent, from the top of the sheet down: field id → key
 * of texts/fields.ts.
 */
export function problemsOf(form: Form, today: Day): Record<string, string> {
  const wrong: Record<string, string> = {}
  // The first finding of a field is the one that is said.
<<<<<<< HEAD
  const found = problemsIn(saleIn(form), today, promoterLimits)
  for (const { place, key } of found.toSorted((a, b) => lineOf(a.place) - lineOf(b.place)))
    wrong[fieldAt(place)] ??= key
=======
  for (const { field, key } of shapeProblems(form, today)) wrong[field] ??= key
>>>>>>> main
  if (form.paymentPhone !== '' && parsePhone(form.paymentPhone) === null)
    wrong[fieldAt({ in: 'billPhone' })] ??= 'phone'
  return wrong
}

/** Where a place stands on the sheet, which has the cars before the drivers. */
const parts: readonly Place['in'][] = ['policyholder', 'car', 'cars', 'driver', 'drivers', 'term']
const lineOf = (place: Place): number => parts.indexOf(place.in)

/** What is to be paid now, whole tenge: of a reissue only the surcharge. */
export const payable = (
  state: Pick<State, 'term' | 'surchargePremium' | 'totalPrice'>,
): number | null => (state.term.reissue ? state.surchargePremium : state.totalPrice)

/** The phone the bill goes to: the payer's, else the policyholder's. */
export const billPhone = (form: Pick<Form, 'paymentPhone' | 'policyholder'>): string =>
  form.paymentPhone || form.policyholder.phone
