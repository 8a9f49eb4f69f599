import { normaliseTechPassport } from '#domain/document-numbers.ts'
import { normalisePlate } from '#domain/plate.ts'
import { takenUp, written } from '../../sale/draft.ts'
import { emptyCar } from '../../sale/model/sale.ts'
import type { TypedCar } from '../../typed-car.ts'
import type { Form } from './state.ts'
import { draftKey } from './wipe-draft.ts'

/**
 * Parses the stored draft; null if it is not valid. Restoring one accepts nothing for the buyer.
 */
export function parseDraft(text: string | null, owner: string, now?: number): Form | null {
  try {
    const kept = takenUp<{ form: Form }>(JSON.parse(text ?? 'null'), owner, now)
    return kept && { ...kept.form, editing: kept.form.editing ?? null, agreed: false }
  } catch {
    return null
  }
}

export const draftText = (form: Form, now?: number): string =>
  JSON.stringify(written(form.policyholder.iin, { form }, now))

/** Storage may be full or switched off; the purchase goes on without it. */
export function loadDraft(owner: string): Form | null {
  try {
    return parseDraft(localStorage.getItem(draftKey), owner)
  } catch {
    return null
  }
}
export function saveDraft(form: Form): void {
  try {
    localStorage.setItem(draftKey, draftText(form))
  } catch {
    return
  }
}

/**
 * The form with the car that was typed on the home page. A draft that has this car, or several,
 * stays as it is; the only car of a draft gives way to the one just typed.
 */
export function withTypedCar(form: Form, typed: TypedCar | null): Form {
  if (!typed) return form
  const plate = normalisePlate(typed.plate)
  const techPassport = normaliseTechPassport(typed.techPassport)
  const [only, ...more] = form.cars
  if (!only || more.length > 0) return form
  // A link knows the plate alone.
  const same = only.plate === plate && (!techPassport || only.techPassport === techPassport)
  if (same) return form
  return { ...form, cars: [{ ...emptyCar(only.id), plate, techPassport }], application: null }
}
