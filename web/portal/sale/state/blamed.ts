import type { FindingOf } from '#domain/refused-sale.ts'
import { carFacts, driverFacts, policyholderFacts } from './row-facts.ts'
import { personFlags, type State } from './state.ts'

/**
 * A row the last refusal named, as the notice beside the price calls it; `field` takes the focus.
 */
export type Row = {
  what: FindingOf
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
  const insurer = policyholderFacts(state.policyholder)
  const { driversAgeErrors } = personFlags(state)
  for (const [message, field] of ofInsurer(state))
    add(message, { what: 'policyholder', number: 0, name: insurer.name, field })
  for (const [index, driver] of state.drivers.entries()) {
    const said = driverFacts(driver)
    const error = state.named.includes(driver.iin) ? said.error : ''
    const message = error || (driversAgeErrors.includes(driver.iin) ? tooYoung : '')
    if (message)
      add(message, {
        what: 'driver',
        number: index + 1,
        name: said.name || driver.iin,
        field: `driver-${driver.id}-iin`,
      })
  }
  for (const [index, car] of state.cars.entries())
    if (carFacts(car).error && state.named.includes(car.plate))
      add(carFacts(car).error, {
        what: 'car',
        number: index + 1,
        name: car.plate,
        field: `car-${car.id}-plate`,
      })
  return [...groups].map(([message, rows]) => ({ message, rows }))
}

/** The policyholder's age and certificate have flags of their own. */
function ofInsurer(state: State): [string, string][] {
  const { policyholder, named } = state
  const { policyholderAgeError, policyholderPersonCertificateError } = personFlags(state)
  const { error, phoneError } = policyholderFacts(policyholder)
  const told = named.includes(policyholder.iin)
    ? { error, phoneError }
    : { error: '', phoneError: '' }
  const person = new Set(
    [policyholderAgeError, policyholderPersonCertificateError, told.error].filter(Boolean),
  )
  return [
    ...[...person].map((message): [string, string] => [message, 'policyholder-iin']),
    ...(told.phoneError ? [[told.phoneError, 'policyholder-phone'] as [string, string]] : []),
  ]
}
