import { changed } from '../../../sale/reduce.ts'
import { carSaid, driverSaid, policyholderSaid } from './said.ts'
import { fieldAt } from './sale-in.ts'
import type { State } from './state.ts'

/** Rows that could not be asked about are asked about again, and nothing says any more why not. */
export function askUnasked(
  state: State,
  said: { offline: string; offlineCalculate: string },
): State {
  const isUnasked = ({ error }: { error: string }) => error === said.offline
  const { policyholder, drivers, cars, noRequiredFieldsError } = state
  const rows = [
    ...(isUnasked(policyholderSaid(policyholder)) ? [{ what: 'policyholder' } as const] : []),
    ...drivers
      .filter((driver) => isUnasked(driverSaid(driver)))
      .map(({ id }) => ({ what: 'driver', id }) as const),
    ...cars
      .filter((car) => isUnasked(carSaid(car)))
      .map(({ id }) => ({ what: 'car', id }) as const),
  ]
  const asked = rows.reduce(
    (now: State, row) => changed(now, { type: 'ask-again', ...row }, fieldAt),
    state,
  )
  return noRequiredFieldsError === said.offlineCalculate
    ? { ...asked, noRequiredFieldsError: '' }
    : asked
}
