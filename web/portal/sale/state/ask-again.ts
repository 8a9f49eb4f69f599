import { carSet, driverSet, fresh } from './changes.ts'
import { emptyPolicyholder } from './initial.ts'
import type { State } from './state.ts'

/** What a register did not answer for is asked anew, as the person asked for it. */
export function askAgain(
  state: State,
  { what, id }: { what: 'policyholder' | 'driver' | 'car'; id?: string },
): State {
  if (what === 'policyholder')
    return {
      ...state,
      policyholder: { ...state.policyholder, asked: '', flags: emptyPolicyholder.flags },
    }
  if (what === 'car') return carSet(state, id ?? '', (car) => ({ ...car, asked: '', error: '' }))
  return driverSet(state, id ?? '', fresh)
}

/** Rows that could not be asked about are asked about again, and nothing says any more why not. */
export function askUnasked(
  state: State,
  said: { offline: string; offlineCalculate: string },
): State {
  const isUnasked = ({ error }: { error: string }) => error === said.offline
  const { policyholder, drivers, cars, noRequiredFieldsError } = state
  const rows = [
    ...(isUnasked(policyholder.flags) ? [{ what: 'policyholder' } as const] : []),
    ...Object.keys(drivers).flatMap((id) => {
      const driver = drivers[id]
      return driver && isUnasked(driver) ? [{ what: 'driver', id } as const] : []
    }),
    ...cars.filter(isUnasked).map(({ id }) => ({ what: 'car', id }) as const),
  ]
  const asked = rows.reduce(askAgain, state)
  return noRequiredFieldsError === said.offlineCalculate
    ? { ...asked, noRequiredFieldsError: '' }
    : asked
}
