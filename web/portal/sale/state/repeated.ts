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
  const seen = new Set<string>()
  let changed = false
  const next = Object.entries(rows).map(([id, driver]): [string, Driver] => {
    const repeatedIin = driver.iin.length === 12 && seen.has(driver.iin)
    seen.add(driver.iin)
    const insurer = driver.iin.length === 12 && driver.iin === policyholder.iin
    if (driver.repeatedIin === repeatedIin && driver.isPolicyholder === insurer) return [id, driver]
    changed = true
    return [id, { ...driver, repeatedIin, isPolicyholder: insurer }]
  })
  return changed ? Object.fromEntries(next) : rows
}

function cars(list: readonly Car[]): readonly Car[] {
  const seen = { number: new Set<string>(), techPassport: new Set<string>() }
  const alone = list.length === 1
  let changed = false
  const next = list.map((car) => {
    const again = (part: 'number' | 'techPassport'): boolean =>
      car[part].value !== '' && seen[part].has(car[part].value)
    const [number, techPassport] = [again('number'), again('techPassport')]
    seen.number.add(car.number.value)
    seen.techPassport.add(car.techPassport.value)
    if (
      car.number.repeated === number &&
      car.techPassport.repeated === techPassport &&
      car.privilege === alone
    )
      return car
    changed = true
    return {
      ...car,
      privilege: alone,
      number: { ...car.number, repeated: number },
      techPassport: { ...car.techPassport, repeated: techPassport },
    }
  })
  return changed ? next : list
}
