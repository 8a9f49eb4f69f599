import { normaliseTechPassport } from '#domain/document-numbers.ts'
import { normalisePlate } from '#domain/plate.ts'
import { emptyCar } from '../../sale/model/sale.ts'
import type { TypedCar } from '../../typed-car.ts'
import type { Form } from './state.ts'

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
