import { none } from '../../../sale/look-up.ts'
import { carSet, driverSet } from './changes.ts'
import { carSaid, driverSaid, policyholderSaid } from './said.ts'
import type { Person, State } from './state.ts'

/** What a register did not answer for is asked anew, as the person asked for it. */
export function askAgain(
  state: State,
  { what, id }: { what: 'policyholder' | 'driver' | 'car'; id?: string },
): State {
  if (what === 'policyholder') return { ...state, policyholder: askedAnew(state.policyholder) }
  if (what === 'car')
    return carSet(state, id ?? '', (car) => ({ ...car, lookup: none, refused: '' }))
  return driverSet(state, id ?? '', askedAnew)
}

/** The row with nothing found and nothing said against the person. */
export const askedAnew = <Row extends Person>(row: Row): Row => ({
  ...row,
  lookup: none,
  refused: null,
  ...('phoneRefused' in row ? { phoneRefused: '' } : {}),
})

/** Rows that could not be asked about are asked about again, and nothing says any more why not. */
export function askUnasked(
  state: State,
  said: { offline: string; offlineCalculate: string },
): State {
  const isUnasked = ({ error }: { error: string }) => error === said.offline
  const { policyholder, drivers, cars, noRequiredFieldsError } = state
  const rows = [
    ...(isUnasked(policyholderSaid(policyholder)) ? [{ what: 'policyholder' } as const] : []),
    ...Object.keys(drivers).flatMap((id) => {
      const driver = drivers[id]
      return driver && isUnasked(driverSaid(driver)) ? [{ what: 'driver', id } as const] : []
    }),
    ...cars
      .filter((car) => isUnasked(carSaid(car)))
      .map(({ id }) => ({ what: 'car', id }) as const),
  ]
  const asked = rows.reduce(askAgain, state)
  return noRequiredFieldsError === said.offlineCalculate
    ? { ...asked, noRequiredFieldsError: '' }
    : asked
}
