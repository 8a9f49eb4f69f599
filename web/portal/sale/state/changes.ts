import { defaultMonths } from '#domain/constants.ts'
import { isTechPassport } from '#domain/document-numbers.ts'
import { carQuestion, looked } from '../../../sale/look-up.ts'
import type { Consent } from '../../../sale/model/consent.ts'
import { touchedIds } from '../../../sale/model/place.ts'
import { consentMissing } from '../../../sale/model/refusal.ts'
import {
  type SaleCar,
  type SaleDriver,
  type SalePolicyholder,
  unsaid,
  unsaidOfDriver,
} from '../../../sale/model/sale.ts'
import { policyholderField } from './sale-in.ts'
import type { Car, Driver, Form, Person, Policyholder, State } from './state.ts'

/**
 * The single changes of the calculation state, each by itself; reduce.ts says when which happens.
 */

export type Term = Partial<
  Pick<
    Form,
    | 'seasonalAgreement'
    | 'policyPeriod'
    | 'policyStartDate'
    | 'insurer'
    | 'ogpoPlus'
    | 'consentRequired'
    | 'paymentPhone'
    | 'policyholderWillDrive'
  >
>
export type DriverTyped = Partial<Omit<SaleDriver, 'id'>>
export type PolicyholderTyped = Partial<Omit<SalePolicyholder, 'willDrive'> & { consent: Consent }>

/** A row after an answer of the registers, which takes the place of what a refusal had said. */
export function answered<Row extends Person>(row: Row, lookup: Person['lookup']): Row {
  const next = looked(row.lookup, lookup)
  return { ...row, lookup: next, refused: next === lookup ? null : row.refused }
}

/**
 * Another person: what was said of the one before is forgotten, what still stands to read stays.
 */
export function typedPolicyholder(state: State, patch: PolicyholderTyped): State {
  const before = state.policyholder
  const other = patch.iin !== undefined && patch.iin !== before.iin
  const kept: Policyholder = other
    ? {
        ...before,
        ...unsaid,
        consent: { kind: 'none' },
        privilegeLocked: false,
        refused: null,
      }
    : before
  const next = { ...agreeing(kept, patch), ...patch }
  const phone = patch.phone !== undefined && patch.phone !== before.phone
  const policyholder = phone ? { ...next, phoneRefused: '' } : next
  const fields = Object.keys(patch).map(policyholderField)
  const forgiven = other ? { policyholderAgeError: '', policyholderPersonCertificateError: '' } : {}
  return { ...state, ...forgiven, policyholder, ...unblamed(state, fields) }
}

/**
 * What was refused for want of a consent (`consentMissing`) no longer stands once that consent is
 * being asked for.
 */
const agreeing = <Row extends Person>(row: Row, patch: { consent?: Consent }): Row =>
  patch.consent && row.refused?.code === consentMissing ? { ...row, refused: null } : row

export function driverSet(state: State, id: string, change: (driver: Driver) => Driver): State {
  const driver = state.drivers[id]
  return driver ? { ...state, drivers: { ...state.drivers, [id]: change(driver) } } : state
}

export function typedDriver(state: State, id: string, patch: DriverTyped): State {
  const before = state.drivers[id]
  if (!before) return state
  const other = patch.iin !== undefined && patch.iin !== before.iin
  const kept: Driver = other
    ? { ...before, ...unsaidOfDriver, privilegeLocked: false, refused: null }
    : before
  const fields = touchedIds('driver', id, patch)
  const ages =
    other && before.iin
      ? { driversAgeErrors: state.driversAgeErrors.filter((iin) => iin !== before.iin) }
      : {}
  return driverSet({ ...state, ...ages, ...unblamed(state, fields) }, id, () => ({
    ...agreeing(kept, patch),
    ...patch,
  }))
}

export const carSet = (state: State, id: string, change: (car: Car) => Car): State => ({
  ...state,
  cars: state.cars.map((car) => (car.id === id ? change(car) : car)),
})

export type CarTyped = Partial<Omit<SaleCar, 'id'>>
export const typedCar = (state: State, id: string, patch: CarTyped): State =>
  carSet({ ...state, ...unblamed(state, touchedIds('car', id, patch)) }, id, (car) => {
    const now = { ...car, ...patch }
    // Only a whole number is an owner's: while one is typed or taken away nothing is asked.
    if (carQuestion(now) === carQuestion(car)) return now.owner === car.owner ? car : now
    const { techPassport } = now
    const tried = isTechPassport(techPassport) || (car.tried && techPassport !== '')
    return { ...now, tried, refused: '' }
  })

const termFields: Record<string, string> = {
  policyStartDate: 'start',
  policyPeriod: 'months',
  seasonalAgreement: 'months',
  paymentPhone: 'payment-phone',
  policyholderWillDrive: 'policyholder-willDrive',
}
export const termField = (name: string): string => termFields[name] ?? name

/**
 * Without the seasonal agreement there is only the whole year; with it the choice starts at half a
 * year.
 */
export const seasonal = (state: State, patch: Term): Term =>
  patch.seasonalAgreement === undefined || patch.seasonalAgreement === state.seasonalAgreement
    ? {}
    : { policyPeriod: patch.seasonalAgreement ? 6 : defaultMonths }

/** The errors without those of these fields; the very same object where none goes. */
export function unblamed(state: State, fields: readonly string[]): Pick<State, 'wrong'> {
  if (!fields.some((field) => field in state.wrong)) return { wrong: state.wrong }
  return {
    wrong: Object.fromEntries(
      Object.entries(state.wrong).filter(([field]) => !fields.includes(field)),
    ),
  }
}

/** A privilege the register confirms is set, and what it has said is not changed by hand. */
export function privilege(state: State, iin: string, hasPrivilege: boolean): State {
  const isPolicyholder = state.policyholder.iin === iin
  return {
    ...state,
    policyholder: isPolicyholder
      ? { ...state.policyholder, privilege: hasPrivilege, privilegeLocked: true }
      : state.policyholder,
    drivers: Object.values(state.drivers).some((driver) => driver.iin === iin)
      ? Object.fromEntries(
          Object.entries(state.drivers).map(([id, driver]) => [
            id,
            driver.iin === iin
              ? { ...driver, privilege: hasPrivilege, privilegeLocked: true }
              : driver,
          ]),
        )
      : state.drivers,
  }
}
