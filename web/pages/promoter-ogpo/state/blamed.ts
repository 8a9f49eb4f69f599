import type { State } from './state.ts'

/** A row the last refusal named, as the notice beside the price calls it; `field` takes the focus. */
export type Row = { what: 'insurer' | 'driver' | 'car'; number: number; name: string; field: string }

/** What the rows say that the last refusal named, each message once. A row that has been mended since is not among them. */
export function blamed(state: State): { message: string; rows: Row[] }[] {
  const groups = new Map<string, Row[]>()
  const add = (message: string, row: Row): void => void groups.set(message, [...(groups.get(message) ?? []), row])
  const { insurerData: insurer, named } = state
  const { error, phoneError } = insurer.flags
  // The age and the certificate of the policyholder have flags of their own.
  const other = error !== state.insurerPersonCertificateError && error !== state.insurerAgeError ? error : ''
  if (named.includes(insurer.iin) && (other || phoneError))
    add(other || phoneError, { what: 'insurer', number: 0, name: insurer.name, field: other ? 'insurer-iin' : 'insurer-phone' })
  for (const [index, [id, driver]] of Object.entries(state.drivers).entries())
    if (driver.error && named.includes(driver.iin))
      add(driver.error, { what: 'driver', number: index + 1, name: driver.name || driver.iin, field: `driver-${id}-iin` })
  for (const [index, car] of state.cars.entries())
    if (car.error && named.includes(car.number.value))
      add(car.error, { what: 'car', number: index + 1, name: car.number.value, field: `car-${car.id}-plate` })
  return [...groups].map(([message, rows]) => ({ message, rows }))
}
