import { repeatedIn } from '../../../purchase/model/rows.ts'
import type { Car, Driver, State } from './state.ts'

/**
 * Marks an IIN or a car that stands there twice (the second one), and the row that is the
 * policyholder. A row whose marks do not change stays the very same object, so only what changed is
 * drawn again.
 */
export function compared(state: State): State {
  return { ...state, drivers: drivers(state), cars: cars(state.cars) }
}

function drivers({ drivers: rows, policyholder }: State): State['drivers'] {
  const again = repeatedIn(Object.values(rows).map(({ iin }) => (iin.length === 12 ? iin : '')))
  let changed = false
  const next = Object.entries(rows).map(([id, driver], at): [string, Driver] => {
    const repeatedIin = again[at] === true
    const insurer = driver.iin.length === 12 && driver.iin === policyholder.iin
    if (driver.repeatedIin === repeatedIin && driver.isPolicyholder === insurer) return [id, driver]
    changed = true
    return [id, { ...driver, repeatedIin, isPolicyholder: insurer }]
  })
  return changed ? Object.fromEntries(next) : rows
}

function cars(list: readonly Car[]): readonly Car[] {
  const samePlate = repeatedIn(list.map((car) => car.number.value))
  const samePassport = repeatedIn(list.map((car) => car.techPassport.value))
  let changed = false
  const next = list.map((car, at) => {
    const [number, techPassport] = [samePlate[at] === true, samePassport[at] === true]
    if (car.number.repeated === number && car.techPassport.repeated === techPassport) return car
    changed = true
    return {
      ...car,
      number: { ...car.number, repeated: number },
      techPassport: { ...car.techPassport, repeated: techPassport },
    }
  })
  return changed ? next : list
}
