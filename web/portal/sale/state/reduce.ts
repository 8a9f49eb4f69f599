import { looked } from '../../../sale/look-up.ts'
import type { Action, Happenings } from './actions.ts'
import { askAgain, askUnasked } from './ask-again.ts'
import {
  answered,
  carSet,
  driverSet,
  privilege,
  seasonal,
  termField,
  typedCar,
  typedDriver,
  typedPolicyholder,
  unblamed,
} from './changes.ts'
import { failed } from './failure.ts'
import { cleared, emptyCar, emptyDriver, nowhere, stateOf } from './initial.ts'
import { prefilled } from './prefill.ts'
import { activated, awake, mended, quoted, unmarked } from './priced.ts'
import type { State } from './state.ts'
import { inputsKey } from './wire.ts'

type Answers<Types extends keyof Happenings> = {
  [Type in Types]: (state: State, action: Action<Type>) => State
}

const ofPolicyholder: Answers<Extract<keyof Happenings, `policyholder${string}`>> = {
  policyholder: (state, { patch }) => typedPolicyholder(state, patch),
  'policyholder-looked': (state, { lookup }) => ({
    ...state,
    policyholder: answered(state.policyholder, lookup),
  }),
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
    return {
      ...state,
      drivers,
      driversAgeErrors: state.driversAgeErrors.filter((iin) => iin !== gone?.iin),
    }
  },
  driver: (state, { id, patch }) => typedDriver(state, id, patch),
  'driver-looked': (state, { id, lookup }) =>
    driverSet(state, id, (driver) => answered(driver, lookup)),
}

const ofCars: Answers<'car' | Extract<keyof Happenings, `car-${string}`>> = {
  'car-added': (state, { id }) =>
    state.cars.length >= state.limitForInsuredCars
      ? state
      : {
          ...state,
          cars: [...state.cars, emptyCar(id)],
          ...unblamed(state, ['add-car']),
        },
  'car-removed': (state, { id: gone, newId }) => {
    const left = state.cars.filter(({ id }) => id !== gone)
    return { ...state, cars: left.length ? left : [emptyCar(newId)] }
  },
  car: (state, { id, patch }) => typedCar(state, id, patch),
  'car-looked': (state, { id, lookup }) =>
    carSet(state, id, (car) => {
      const next = looked(car.lookup, lookup)
      return { ...car, lookup: next, refused: next === lookup ? '' : car.refused }
    }),
}

/** What each happening makes of the state. */
const answers: Answers<keyof Happenings> = {
  ...ofPolicyholder,
  ...ofDrivers,
  ...ofCars,
  term: (state, { patch }) => ({
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
  loaded: (state, action) => prefilled(state, action),
  opened: (state, { form }) => stateOf(awake(form), state.promoterIin, state.round + 1),
}

/** The state after a happening. A row that is not concerned stays the very same object. */
export const reduce = <Type extends keyof Happenings>(state: State, action: Action<Type>): State =>
  answers[action.type](state, action)

/** The inputs are those the price was made from. */
export const isFresh = (state: State): boolean =>
  state.quote !== null && state.quote.key === inputsKey(state)
