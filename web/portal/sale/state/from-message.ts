import type { ClientMessage } from '#domain/client-message.ts'
import { changed } from '../../../sale/reduce.ts'
import type { State } from './state.ts'
import { fieldAt } from './wire.ts'

/**
 * Parts of a client's message that the promoter takes: an empty value leaves the field as it is.
 */
export type Taken = Pick<ClientMessage, 'people' | 'cars' | 'email'>

/**
 * Returns the sheet with a message filled in: the first person is the policyholder, all others
 * drive.
 */
export function filled(state: State, { people, cars, email }: Taken, newId: () => string): State {
  const [first, ...others] = people
  let now = changed(
    state,
    {
      type: 'policyholder',
      patch: {
        ...(first?.iin ? { iin: first.iin } : {}),
        ...(first?.phone ? { phone: first.phone } : {}),
        ...(email ? { email } : {}),
      },
    },
    fieldAt,
  )
  for (const driver of others) now = withDriver(now, driver, newId)
  for (const car of cars) now = withCar(now, car, newId)
  return { ...now, round: state.round + 1 }
}

function withDriver(
  state: State,
  { iin, phone }: Taken['people'][number],
  newId: () => string,
): State {
  if (iin === '' || state.drivers.some((row) => row.iin === iin)) return state
  const empty = state.drivers.find((row) => row.iin === '')
  if (!empty && state.drivers.length >= state.limitForInsuredDrivers) return state
  const id = empty?.id ?? newId()
  const grown = empty ? state : changed(state, { type: 'driver-added', id }, fieldAt)
  return changed(grown, { type: 'driver', id, patch: phone ? { iin, phone } : { iin } }, fieldAt)
}

/** Into the row of this car, else into one that has room for it, else into a new one. */
function withCar(
  state: State,
  { plate, techPassport }: Taken['cars'][number],
  newId: () => string,
): State {
  const fits = (one: string, other: string): boolean => one === '' || other === '' || one === other
  const row =
    state.cars.find((car) => plate !== '' && car.plate === plate) ??
    state.cars.find((car) => fits(car.plate, plate) && fits(car.techPassport, techPassport))
  if (!row && state.cars.length >= state.limitForInsuredCars) return state
  const id = row?.id ?? newId()
  const grown = row ? state : changed(state, { type: 'car-added', id }, fieldAt)
  const patch = { ...(plate ? { plate } : {}), ...(techPassport ? { techPassport } : {}) }
  return changed(grown, { type: 'car', id, patch }, fieldAt)
}
