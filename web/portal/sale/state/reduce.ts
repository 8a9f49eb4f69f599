import type { Day } from '#domain/calendar.ts'
import type { ApiError } from '../../../http/http.ts'
import { type Failed, wantsOwner } from '../../../purchase/model/refusal.ts'
import type { Application } from '../../../purchase/model/wire.ts'
import type { Calculation, CarFound, PersonFound, SetAnswer, SoldPolicy } from './answers.ts'
import {
  askAgain,
  askOf,
  askOfCar,
  carSet,
  type DriverTyped,
  driverSet,
  fresh,
  met,
  type PolicyholderTyped,
  privilege,
  seasonal,
  still,
  type Term,
  termField,
  typedCar,
  typedDriver,
  typedPolicyholder,
  unblamed,
  whenAsked,
} from './changes.ts'
import { failed, flagged, flaggedPolicyholder, verdictOf } from './failure.ts'
import { cleared, emptyCar, emptyDriver, nowhere, stateOf } from './initial.ts'
import { prefilled } from './prefill.ts'
import { activated, awake, mended, quoted } from './priced.ts'
import { compared } from './repeated.ts'
import type { ClientCodeAsked, Form, LocationCode, State } from './state.ts'
import { inputsKey } from './wire.ts'

export type Action =
  | { type: 'policyholder'; patch: PolicyholderTyped }
  | { type: 'policyholder-asked' }
  | { type: 'policyholder-found'; asked: string; found: PersonFound }
  | { type: 'policyholder-failed'; asked: string; refused: Failed }
  | { type: 'term'; patch: Term }
  | { type: 'driver-added'; id: string }
  | { type: 'driver-removed'; id: string }
  | { type: 'driver'; id: string; patch: DriverTyped }
  | { type: 'driver-asked'; id: string }
  | { type: 'driver-found'; id: string; asked: string; found: PersonFound }
  | { type: 'driver-failed'; id: string; asked: string; refused: Failed }
  | { type: 'car-added'; id: string }
  | { type: 'car-removed'; id: string; newId: string }
  | { type: 'car'; id: string; patch: { number?: string; techPassport?: string; owner?: string } }
  | { type: 'car-asked'; id: string }
  | { type: 'car-found'; id: string; asked: string; found: CarFound }
  | { type: 'car-failed'; id: string; asked: string; refused: Failed }
  | { type: 'ask-again'; what: 'policyholder' | 'driver' | 'car'; id?: string }
  | { type: 'privilege'; iin: string; hasPrivilege: boolean }
  | { type: 'privilege-failed' }
  | { type: 'privilege-withheld' }
  | { type: 'privilege-again' }
  | { type: 'mended'; iin: string }
  | { type: 'wrong'; wrong: Record<string, string>; message: string }
  | {
      type: 'started'
      busy: 'calculate' | 'order' | 'load'
      application?: Application
    }
  | { type: 'goes-on' }
  | { type: 'settled' }
  | { type: 'located'; code: LocationCode; message: string }
  | { type: 'location-closed' }
  | { type: 'client-code'; asked: ClientCodeAsked | null }
  | { type: 'quoted'; key: string; calculation: Calculation }
  | { type: 'failed'; apiError: ApiError; said: { nobody: string; offline: string } }
  | { type: 'ordered'; orderId: string; orderKey: string | null }
  | {
      type: 'set-state'
      answer: Pick<SetAnswer, 'status' | 'attempts' | 'nextAttemptAt' | 'error' | 'sale'>
    }
  | {
      type: 'loaded'
      policy: SoldPolicy
      kind: 'prolong' | 'reissue' | 'copy'
      today: Day
      newId: () => string
    }
  | { type: 'opened'; form: Form }

/**
 * The calculation state and everything that changes it. A row that is not concerned stays the very
 * same object.
 */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'policyholder':
      return typedPolicyholder(state, action.patch)
    case 'policyholder-asked':
      return {
        ...state,
        policyholder: {
          ...state.policyholder,
          flags: { ...state.policyholder.flags, spinner: true },
        },
      }
    case 'policyholder-found':
      return whenAsked(state, action.asked, (policyholder) => ({
        ...policyholder,
        asked: action.asked,
        name: action.found.name,
        experience: action.found.experienceYears,
        experienceAsked: action.found.experienceAsked,
        terrorist: action.found.findings.some(({ code }) => code === 12004),
        flags: { ...verdictOf(action.found), spinner: false },
      }))
    case 'policyholder-failed':
      return whenAsked(state, action.asked, (policyholder) =>
        flaggedPolicyholder(
          {
            ...policyholder,
            asked: action.asked,
            flags: { ...policyholder.flags, spinner: false },
          },
          action.refused,
        ),
      )
    case 'term':
      return compared({
        ...state,
        ...action.patch,
        ...seasonal(state, action.patch),
        ...unblamed(state, Object.keys(action.patch).map(termField)),
      })
    case 'driver-added':
      if (Object.keys(state.drivers).length >= state.limitForInsuredDrivers) return state
      return {
        ...state,
        drivers: { ...state.drivers, [action.id]: emptyDriver },
        ...unblamed(state, ['add-driver']),
      }
    case 'driver-removed': {
      const { [action.id]: gone, ...drivers } = state.drivers
      return compared({
        ...state,
        drivers,
        driversAgeErrors: state.driversAgeErrors.filter((iin) => iin !== gone?.iin),
      })
    }
    case 'driver':
      return typedDriver(state, action.id, action.patch)
    case 'driver-asked':
      return driverSet(state, action.id, (driver) => ({ ...driver, spinner: true }))
    case 'driver-found':
      return driverSet(state, action.id, (driver) =>
        askOf(driver) === action.asked ? met(driver, action.found) : driver,
      )
    case 'driver-failed':
      return driverSet(state, action.id, (driver) =>
        askOf(driver) === action.asked
          ? flagged({ ...fresh(driver), asked: action.asked }, action.refused)
          : { ...driver, spinner: false },
      )
    case 'car-added':
      if (state.cars.length >= state.limitForInsuredCars) return state
      return compared({
        ...state,
        cars: [...state.cars, emptyCar(action.id)],
        ...unblamed(state, ['add-car']),
      })
    case 'car-removed': {
      const left = state.cars.filter(({ id }) => id !== action.id)
      return compared({ ...state, cars: left.length ? left : [emptyCar(action.newId)] })
    }
    case 'car':
      return typedCar(state, action.id, action.patch)
    case 'car-asked':
      return carSet(state, action.id, (car) => ({
        ...car,
        number: { ...car.number, spinner: true },
        techPassport: { ...car.techPassport, spinner: true, tried: true },
      }))
    case 'car-found':
      return carSet(state, action.id, (car) =>
        askOfCar(car) === action.asked
          ? {
              ...still(car),
              asked: action.asked,
              error: '',
              name: `${action.found.make} ${action.found.model}`,
              experience: action.found.year,
            }
          : car,
      )
    case 'car-failed':
      return carSet(state, action.id, (car) =>
        askOfCar(car) === action.asked
          ? {
              ...still(car),
              asked: action.asked,
              error: action.refused.message,
              ownerAsked: car.ownerAsked || wantsOwner(action.refused),
            }
          : car,
      )
    case 'ask-again':
      return askAgain(state, action)
    case 'privilege':
      return privilege(state, action.iin, action.hasPrivilege)
    case 'privilege-failed':
      return { ...state, driversCheckPrivilegeError: true }
    case 'privilege-withheld':
      return { ...state, privilegeWithheld: true }
    case 'privilege-again':
      return { ...state, driversCheckPrivilegeError: false }
    case 'mended':
      return mended(state, action.iin)
    case 'wrong':
      return { ...state, wrong: action.wrong, noRequiredFieldsError: action.message, busy: null }
    case 'started':
      return {
        ...state,
        ...cleared.noErrors,
        location: nowhere,
        busy: action.busy,
        goesOn: false,
        application: action.application ?? state.application,
      }
    case 'goes-on':
      return { ...state, goesOn: true }
    case 'settled':
      return { ...state, busy: null }
    case 'located':
      return {
        ...state,
        busy: null,
        location: { code: action.code, message: action.message, blocked: true },
      }
    case 'location-closed':
      return { ...state, location: nowhere }
    case 'client-code':
      return { ...state, busy: null, clientCode: action.asked }
    case 'quoted':
      return quoted(state, action.key, action.calculation)
    case 'failed':
      return failed(state, action.apiError, action.said)
    case 'ordered':
      return {
        ...state,
        busy: null,
        orderId: action.orderId,
        orderKey: action.orderKey,
        activateCount: 0,
        activateStatus: 'waiting',
      }
    case 'set-state':
      return activated(state, action.answer)
    case 'loaded':
      return compared(prefilled(state, action))
    case 'opened':
      return compared(stateOf(awake(action.form), state.promoterIin, state.round + 1))
  }
}

/** The inputs are those the price was made from. */
export const isFresh = (state: State): boolean =>
  state.quote !== null && state.quote.key === inputsKey(state)
