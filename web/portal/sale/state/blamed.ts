import type { State } from './state.ts'

/**
 * A row the last refusal named, as the notice beside the price calls it; `field` takes the focus.
 */
export type Row = {
  what: 'insurer' | 'driver' | 'car'
  number: number
  name: string
  field: string
}

/**
 * What the rows say that the last refusal named, each message once. A row that has been mended
 * since is not among them; a driver under age whose row has been asked about anew is, in the words
 * `tooYoung`.
 */
export function blamed(state: State, tooYoung: string): { message: string; rows: Row[] }[] {
  const groups = new Map<string, Row[]>()
  const add = (message: string, row: Row): void =>
    void groups.set(message, [...(groups.get(message) ?? []), row])
  for (const [message, field] of ofInsurer(state))
    add(message, { what: 'insurer', number: 0, name: state.insurerData.name, field })
  for (const [index, [id, driver]] of Object.entries(state.drivers).entries()) {
    const error = driver.error && state.named.includes(driver.iin) ? driver.error : ''
    const message = error || (state.driversAgeErrors.includes(driver.iin) ? tooYoung : '')
    if (message)
      add(message, {
        what: 'driver',
        number: index + 1,
        name: driver.name || driver.iin,
        field: `driver-${id}-iin`,
      })
  }
  for (const [index, car] of state.cars.entries())
    if (car.error && state.named.includes(car.number.value))
      add(car.error, {
        what: 'car',
        number: index + 1,
        name: car.number.value,
        field: `car-${car.id}-plate`,
      })
  return [...groups].map(([message, rows]) => ({ message, rows }))
}

/** The policyholder's age and certificate have flags of their own. */
function ofInsurer({
  insurerData,
  named,
  insurerAgeError,
  insurerPersonCertificateError,
}: State): [string, string][] {
  const { error, phoneError } = insurerData.flags
  const told = named.includes(insurerData.iin)
    ? { error, phoneError }
    : { error: '', phoneError: '' }
  const person = new Set(
    [insurerAgeError, insurerPersonCertificateError, told.error].filter(Boolean),
  )
  return [
    ...[...person].map((message): [string, string] => [message, 'insurer-iin']),
    ...(told.phoneError ? [[told.phoneError, 'insurer-phone'] as [string, string]] : []),
  ]
}
