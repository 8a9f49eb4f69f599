import * as refusals from '#domain/refusals.ts'
import { wantsOwner } from '../../../purchase/model/refusal.ts'
import type { Action, Happenings } from './actions.ts'
import { askAgain, askUnasked } from './ask-again.ts'
import {
  askOf,
  askOfCar,
  carSet,
  driverSet,
  fresh,
  met,
  privilege,
  seasonal,
  still,
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
import { activated, awake, mended, quoted, unmarked } from './priced.ts'
import { compared } from './repeated.ts'
import type { State } from './state.ts'
import { inputsKey } from './wire.ts'

type Answers<Types extends keyof Happenings> = {
  [Type in Types]: (state: State, action: Action<Type>) => State
}

const ofPolicyholder: Answers<Extract<keyof Happenings, `policyholder${string}`>> = {
  policyholder: (state, { patch }) => typedPolicyholder(state, patch),
  'policyholder-asked': (state) => ({
    ...state,
    policyholder: {
      ...state.policyholder,
      flags: { ...state.policyholder.flags, spinner: true },
    },
  }),
  'policyholder-found': (state, { asked, found }) =>
    whenAsked(state, asked, (policyholder) => ({
      ...policyholder,
      asked,
      name: found.name,
      experience: found.experienceYears,
      experienceAsked: found.experienceAsked,
      terrorist: found.findings.some(({ code }) => code === refusals.terroristMatch),
      flags: { ...verdictOf(found), spinner: false },
    })),
  'policyholder-failed': (state, { asked, refused }) =>
    whenAsked(state, asked, (policyholder) =>
      flaggedPolicyholder(
        { ...policyholder, asked, flags: { ...policyholder.flags, spinner: false } },
        refused,
      ),
    ),
}

const ofDrivers: Answers<Extract<keyof Happenings, `driver${string}`>> = {
  'driver-added': (state, { id }) =>
    Object.keys(state.drivers).length >= state.limitForInsuredDrivers
      ? state
      : {
          ...state,
          drivers: { ...state.drivers, [id]: emptyDriver },
          ...unblamed(state, ['add-driver']),
        },
  'driver-removed': (state, { id }) => {
    const { [id]: gone, ...drivers } = state.drivers
    return compared({
      ...state,
      drivers,
      driversAgeErrors: state.driversAgeErrors.filter((iin) => iin !== gone?.iin),
    })
  },
  driver: (state, { id, patch }) => typedDriver(state, id, patch),
  'driver-asked': (state, { id }) =>
    driverSet(state, id, (driver) => ({ ...driver, spinner: true })),
  'driver-found': (state, { id, asked, found }) =>
    driverSet(state, id, (driver) => (askOf(driver) === asked ? met(driver, found) : driver)),
  'driver-failed': (state, { id, asked, refused }) =>
    driverSet(state, id, (driver) =>
      askOf(driver) === asked
        ? flagged({ ...fresh(driver), asked }, refused)
        : { ...driver, spinner: false },
    ),
}

const ofCars: Answers<'car' | Extract<keyof Happenings, `car-${string}`>> = {
  'car-added': (state, { id }) =>
    state.cars.length >= state.limitForInsuredCars
      ? state
      : compared({
          ...state,
          cars: [...state.cars, emptyCar(id)],
          ...unblamed(state, ['add-car']),
        }),
  'car-removed': (state, { id: gone, newId }) => {
    const left = state.cars.filter(({ id }) => id !== gone)
    return compared({ ...state, cars: left.length ? left : [emptyCar(newId)] })
  },
  car: (state, { id, patch }) => typedCar(state, id, patch),
  'car-asked': (state, { id }) =>
    carSet(state, id, (car) => ({
      ...car,
      number: { ...car.number, spinner: true },
      techPassport: { ...car.techPassport, spinner: true, tried: true },
    })),
  'car-found': (state, { id, asked, found }) =>
    carSet(state, id, (car) =>
      askOfCar(car) === asked
        ? {
            ...still(car),
            asked,
            error: '',
            name: `${found.make} ${found.model}`,
            experience: found.year,
          }
        : car,
    ),
  'car-failed': (state, { id, asked, refused }) =>
    carSet(state, id, (car) =>
      askOfCar(car) === asked
        ? {
            ...still(car),
            asked,
            error: refused.message,
            ownerAsked: car.ownerAsked || wantsOwner(refused),
          }
        : car,
    ),
}

/** What each happening makes of the state. */
const answers: Answers<keyof Happenings> = {
  ...ofPolicyholder,
  ...ofDrivers,
  ...ofCars,
  term: (state, { patch }) =>
    compared({
      ...state,
      ...patch,
      ...seasonal(state, patch),
      ...unblamed(state, Object.keys(patch).map(termField)),
    }),
  'ask-again': (state, action) => askAgain(state, action),
  online: (state, { said }) => askUnasked(state, said),
  privilege: (state, { iin, hasPrivilege }) => privilege(state, iin, hasPrivilege),
  'privilege-failed': (state) => ({ ...state, driversCheckPrivilegeError: true }),
  'privilege-withheld': (state) => ({ ...state, privilegeWithheld: true }),
  'privilege-again': (state) => ({ ...state, driversCheckPrivilegeError: false }),
  mended: (state, { iin }) => mended(state, iin),
  wrong: (state, { wrong, message }) => ({
    ...state,
    wrong,
    noRequiredFieldsError: message,
    busy: null,
  }),
  started: (state, { busy, application }) => ({
    ...unmarked(state, state.named),
    ...cleared.noErrors,
    location: nowhere,
    busy,
    goesOn: false,
    application: application ?? state.application,
  }),
  'goes-on': (state) => ({ ...state, goesOn: true }),
  settled: (state) => ({ ...state, busy: null }),
  located: (state, { code, message }) => ({
    ...state,
    busy: null,
    location: { code, message, blocked: true },
  }),
  'location-closed': (state) => ({ ...state, location: nowhere }),
  'client-code': (state, { asked }) => ({ ...state, busy: null, clientCode: asked }),
  quoted: (state, { key, calculation }) => quoted(state, key, calculation),
  failed: (state, { apiError, said }) => failed(state, apiError, said),
  ordered: (state, { orderId, orderKey }) => ({
    ...state,
    busy: null,
    orderId,
    orderKey,
    activateCount: 0,
    activateStatus: 'waiting',
  }),
  'set-state': (state, { answer }) => activated(state, answer),
  loaded: (state, action) => compared(prefilled(state, action)),
  opened: (state, { form }) => compared(stateOf(awake(form), state.promoterIin, state.round + 1)),
}

/** The state after a happening. A row that is not concerned stays the very same object. */
export const reduce = <Type extends keyof Happenings>(state: State, action: Action<Type>): State =>
  answers[action.type](state, action)

/** The inputs are those the price was made from. */
export const isFresh = (state: State): boolean =>
  state.quote !== null && state.quote.key === inputsKey(state)
