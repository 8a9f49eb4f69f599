import { defaultMonths } from '#domain/constants.ts'
import * as refusals from '#domain/refusals.ts'
import type { Consent } from '../../../purchase/model/consent.ts'
import {
  driverFields,
  policyholderFields,
  type Values,
  valuesOf,
} from '../../../purchase/model/fields.ts'
import { carQuestion, driverQuestion } from '../../../purchase/model/look-up.ts'
import { touchedIds } from '../../../purchase/model/place.ts'
import { consentMissing } from '../../../purchase/model/refusal.ts'
import { forgotten } from '../../../purchase/model/rows.ts'
import type { PersonFound } from './answers.ts'
import { judgedNumbers } from './car-numbers.ts'
import { verdictOf } from './failure.ts'
import { emptyDriver, emptyPolicyholder } from './initial.ts'
import { compared } from './repeated.ts'
import { policyholderField } from './sale-in.ts'
import type { Car, Driver, Form, Policyholder, State } from './state.ts'

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
export type DriverTyped = Partial<Values<typeof driverFields>>
export type PolicyholderTyped = Partial<
  Omit<Values<typeof policyholderFields>, 'willDrive'> & { consent: Consent }
>

export const askOf = (driver: Pick<Driver, 'iin' | 'licenceNumber'>): string =>
  driverQuestion(driver)
export const askOfPolicyholder = ({
  iin,
  licenceNumber,
  phone,
}: Pick<Policyholder, 'iin' | 'licenceNumber' | 'phone'>): string =>
  `${iin} ${licenceNumber} ${phone}`
export const askOfCar = ({
  number,
  techPassport,
  owner,
}: Pick<Car, 'number' | 'techPassport' | 'owner'>): string =>
  carQuestion({ plate: number.value, techPassport: techPassport.value, owner })

/** The row without what was said about the person before. */
export const fresh = (driver: Driver): Driver => ({
  ...emptyDriver,
  ...valuesOf(driverFields, driver),
  privilegeLocked: driver.privilegeLocked,
  repeatedIin: driver.repeatedIin,
  isPolicyholder: driver.isPolicyholder,
  skipNextInput: driver.skipNextInput,
})

export function met(driver: Driver, found: PersonFound): Driver {
  const { phoneError: _own, ...verdict } = verdictOf(found)
  return {
    ...fresh(driver),
    ...verdict,
    asked: askOf(driver),
    name: found.name,
    experience: found.experienceYears,
    experienceAsked: found.experienceAsked,
    terrorist: found.findings.some(({ code }) => code === refusals.terroristMatch),
  }
}

export const still = (car: Car): Car => ({
  ...car,
  number: { ...car.number, spinner: false },
  techPassport: { ...car.techPassport, spinner: false },
})

/** Whether they drive stands beside them. */
const { willDrive: _beside, ...shownOfPolicyholder } = policyholderFields

/**
 * Another person: what was said of the one before is forgotten, what still stands to read stays.
 */
export function typedPolicyholder(state: State, patch: PolicyholderTyped): State {
  const before = state.policyholder
  const other = patch.iin !== undefined && patch.iin !== before.iin
  const licence = patch.licenceNumber !== undefined && patch.licenceNumber !== before.licenceNumber
  const kept = other
    ? {
        ...emptyPolicyholder,
        ...valuesOf(shownOfPolicyholder, before),
        ...forgotten(shownOfPolicyholder),
        flags: { ...emptyPolicyholder.flags, phoneError: before.flags.phoneError },
      }
    : licence
      ? { ...before, asked: '' }
      : before
  const next = { ...answered(kept, patch), ...patch }
  const phone = patch.phone !== undefined && patch.phone !== before.phone
  const policyholder = phone ? { ...next, flags: { ...next.flags, phoneError: '' } } : next
  const fields = Object.keys(patch).map((key) =>
    key in policyholderFields
      ? policyholderField(key as keyof typeof policyholderFields) // the guard before it proves it
      : `policyholder-${key}`,
  )
  const forgiven = other ? { policyholderAgeError: '', policyholderPersonCertificateError: '' } : {}
  return compared({ ...state, ...forgiven, policyholder, ...unblamed(state, fields) })
}

/**
 * What was refused for want of a consent (`consentMissing`) no longer stands once that consent is
 * being asked for.
 */
const answered = (policyholder: Policyholder, patch: PolicyholderTyped): Policyholder =>
  patch.consent && policyholder.flags.errorCode === consentMissing
    ? { ...policyholder, flags: { ...policyholder.flags, error: '', errorCode: null } }
    : policyholder

/**
 * An answer to a question that no longer stands only ends the waiting: the row asks anew by itself.
 */
export const whenAsked = (
  state: State,
  asked: string,
  change: (policyholder: Policyholder) => Policyholder,
): State =>
  askOfPolicyholder(state.policyholder) === asked
    ? { ...state, policyholder: change(state.policyholder) }
    : {
        ...state,
        policyholder: {
          ...state.policyholder,
          flags: { ...state.policyholder.flags, spinner: false },
        },
      }

export function driverSet(state: State, id: string, change: (driver: Driver) => Driver): State {
  const driver = state.drivers[id]
  return driver ? { ...state, drivers: { ...state.drivers, [id]: change(driver) } } : state
}

export function typedDriver(state: State, id: string, patch: DriverTyped): State {
  const before = state.drivers[id]
  if (!before) return state
  // The field only repeats what was loaded by Global ID: no look-up of its own.
  if (before.skipNextInput && patch.iin === before.iin)
    return driverSet(state, id, (driver) => ({
      ...driver,
      skipNextInput: false,
      asked: askOf(driver),
    }))
  const other = patch.iin !== undefined && patch.iin !== before.iin
  const licence = patch.licenceNumber !== undefined && patch.licenceNumber !== before.licenceNumber
  const kept: Driver = other
    ? { ...emptyDriver, ...valuesOf(driverFields, before), ...forgotten(driverFields) }
    : licence
      ? { ...before, asked: '' }
      : before
  const fields = touchedIds('driver', id, patch)
  const ages =
    other && before.iin
      ? { driversAgeErrors: state.driversAgeErrors.filter((iin) => iin !== before.iin) }
      : {}
  const silent =
    patch.consent && kept.errorCode === consentMissing ? { error: '', errorCode: null } : {}
  const next = driverSet({ ...state, ...ages, ...unblamed(state, fields) }, id, () => ({
    ...kept,
    ...silent,
    ...patch,
  }))
  return other ? compared(next) : next
}

export const carSet = (state: State, id: string, change: (car: Car) => Car): State => ({
  ...state,
  cars: state.cars.map((car) => (car.id === id ? change(car) : car)),
})

type CarTyped = { number?: string; techPassport?: string; owner?: string }
export function typedCar(
  state: State,
  id: string,
  { number, techPassport, owner }: CarTyped,
): State {
  const fields = touchedIds('car', id, {
    ...(number === undefined ? {} : { plate: number }),
    ...(techPassport === undefined ? {} : { techPassport }),
    ...(owner === undefined ? {} : { owner }),
  })
  const next = carSet({ ...state, ...unblamed(state, fields) }, id, (car) => {
    const same =
      (number ?? car.number.value) === car.number.value &&
      (techPassport ?? car.techPassport.value) === car.techPassport.value &&
      (owner ?? car.owner) === car.owner
    if (same)
      return car.skipNextInput ? { ...car, skipNextInput: false, asked: askOfCar(car) } : car
    // Only a whole number is an owner's: while one is typed or taken away nothing is asked.
    const typed = { ...car, owner: owner ?? car.owner }
    if (number === undefined && techPassport === undefined && askOfCar(typed) === askOfCar(car))
      return typed
    return judgedNumbers({
      ...still(car),
      number: { ...car.number, value: number ?? car.number.value, spinner: false },
      techPassport: {
        ...car.techPassport,
        value: techPassport ?? car.techPassport.value,
        spinner: false,
        disabled: false,
      },
      owner: owner ?? car.owner,
      name: '',
      experience: null,
      error: '',
      asked: '',
      skipNextInput: false,
    })
  })
  return compared(next)
}

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
