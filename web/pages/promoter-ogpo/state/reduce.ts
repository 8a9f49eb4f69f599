import type { Day } from '#domain/calendar.ts'
import { defaultMonths } from '#domain/constants.ts'
import type { Fault } from '../../../http.ts'
import type { Calculation, CarFound, PersonFound, SetAnswer, SoldPolicy } from './answers.ts'
import { failed, flagged, flaggedInsurer, type Refused, verdictOf } from './failure.ts'
import { prefilled } from './prefill.ts'
import { compared } from './repeated.ts'
import {
  type Car,
  cleared,
  type Driver,
  emptyCar,
  emptyDriver,
  emptyInsurer,
  type Form,
  type Insurer,
  type LocationCode,
  nowhere,
  type State,
  stateOf,
} from './state.ts'
import { inputsKey } from './wire.ts'

type Term = Partial<
  Pick<
    Form,
    | 'seasonalAgreement'
    | 'policyPeriod'
    | 'policyStartDate'
    | 'company'
    | 'ogpoPlus'
    | 'consentRequired'
    | 'paymentPhone'
    | 'insurerWillDrive'
  >
>
type DriverTyped = Partial<Pick<Driver, 'iin' | 'licenseN' | 'phone' | 'beneficiary' | 'consent'>>
type InsurerTyped = Partial<Pick<Insurer, 'iin' | 'phone' | 'email' | 'driverLicenseNumber' | 'privilege' | 'consent'>>

export type Action =
  | { type: 'insurer'; patch: InsurerTyped }
  | { type: 'insurer-asked' }
  | { type: 'insurer-found'; asked: string; found: PersonFound }
  | { type: 'insurer-failed'; asked: string; refused: Refused }
  | { type: 'term'; patch: Term }
  | { type: 'driver-added'; id: string }
  | { type: 'driver-removed'; id: string }
  | { type: 'driver'; id: string; patch: DriverTyped }
  | { type: 'driver-asked'; id: string }
  | { type: 'driver-found'; id: string; asked: string; found: PersonFound }
  | { type: 'driver-failed'; id: string; asked: string; refused: Refused }
  | { type: 'car-added'; id: string }
  | { type: 'car-removed'; id: string; newId: string }
  | { type: 'car'; id: string; patch: { number?: string; techPassport?: string } }
  | { type: 'car-asked'; id: string }
  | { type: 'car-found'; id: string; asked: string; found: CarFound }
  | { type: 'car-failed'; id: string; asked: string; message: string }
  | { type: 'ask-again'; what: 'insurer' | 'driver' | 'car'; id?: string }
  | { type: 'privilege'; iin: string; hasBenefit: boolean }
  | { type: 'privilege-failed' }
  | { type: 'privilege-again' }
  | { type: 'mended'; iin: string }
  | { type: 'wrong'; wrong: Record<string, string>; message: string }
  | { type: 'started'; busy: 'calculate' | 'order' | 'load'; application?: { id: string; key: string } }
  | { type: 'settled' }
  | { type: 'located'; code: LocationCode; message: string }
  | { type: 'location-closed' }
  | { type: 'quoted'; key: string; calculation: Calculation }
  | { type: 'failed'; fault: Fault; said: { nobody: string; offline: string } }
  | { type: 'ordered'; orderId: string; orderKey: string | null }
  | { type: 'set-state'; answer: Pick<SetAnswer, 'status' | 'attempts' | 'nextAttemptAt' | 'error'> }
  | { type: 'loaded'; policy: SoldPolicy; kind: 'prolong' | 'reissue' | 'copy'; today: Day; newId: () => string }
  | { type: 'opened'; form: Form }

/** The calculation state and everything that changes it. A row that is not concerned stays the very same object. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'insurer':
      return typedInsurer(state, action.patch)
    case 'insurer-asked':
      return { ...state, insurerData: { ...state.insurerData, flags: { ...state.insurerData.flags, spinner: true } } }
    case 'insurer-found':
      return whenAsked(state, action.asked, (insurer) => ({
        ...insurer,
        asked: action.asked,
        name: action.found.name,
        experience: action.found.experienceYears,
        terrorist: action.found.findings.some(({ code }) => code === 12004),
        flags: { ...verdictOf(action.found), spinner: false },
      }))
    case 'insurer-failed':
      return whenAsked(state, action.asked, (insurer) =>
        flaggedInsurer({ ...insurer, asked: action.asked, flags: { ...insurer.flags, spinner: false } }, action.refused),
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
      return { ...state, drivers: { ...state.drivers, [action.id]: emptyDriver }, ...unblamed(state, ['add-driver']) }
    case 'driver-removed': {
      const { [action.id]: _gone, ...drivers } = state.drivers
      return compared({ ...state, drivers })
    }
    case 'driver':
      return typedDriver(state, action.id, action.patch)
    case 'driver-asked':
      return driverSet(state, action.id, (driver) => ({ ...driver, spinner: true }))
    case 'driver-found':
      return driverSet(state, action.id, (driver) => (askOf(driver) === action.asked ? met(driver, action.found) : driver))
    case 'driver-failed':
      return driverSet(state, action.id, (driver) =>
        askOf(driver) === action.asked ? flagged({ ...fresh(driver), asked: action.asked }, action.refused) : { ...driver, spinner: false },
      )
    case 'car-added':
      if (state.cars.length >= state.limitForInsuredCars) return state
      return compared({ ...state, cars: [...state.cars, emptyCar(action.id)], ...unblamed(state, ['add-car']) })
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
        askOfCar(car) === action.asked ? { ...still(car), asked: action.asked, error: action.message } : car,
      )
    case 'ask-again':
      return askAgain(state, action)
    case 'privilege':
      return privilege(state, action.iin, action.hasBenefit)
    case 'privilege-failed':
      return { ...state, driversCheckPrivilegeError: true }
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
        application: action.application ?? state.application,
      }
    case 'settled':
      return { ...state, busy: null }
    case 'located':
      return { ...state, busy: null, location: { code: action.code, message: action.message, blocked: true } }
    case 'location-closed':
      return { ...state, location: nowhere }
    case 'quoted':
      return quoted(state, action.key, action.calculation)
    case 'failed':
      return failed(state, action.fault, action.said)
    case 'ordered':
      return { ...state, busy: null, orderId: action.orderId, orderKey: action.orderKey, activateCount: 0, activateStatus: 'waiting' }
    case 'set-state':
      return activated(state, action.answer)
    case 'loaded':
      return compared(prefilled(state, action))
    case 'opened':
      return compared(stateOf(awake(action.form), state.promoterIin, state.round + 1))
  }
}

export const askOf = ({ iin, licenseN }: Pick<Driver, 'iin' | 'licenseN'>): string => `${iin} ${licenseN}`
export const askOfInsurer = ({ iin, driverLicenseNumber, phone }: Pick<Insurer, 'iin' | 'driverLicenseNumber' | 'phone'>): string =>
  `${iin} ${driverLicenseNumber} ${phone}`
export const askOfCar = ({ number, techPassport }: Pick<Car, 'number' | 'techPassport'>): string => `${number.value} ${techPassport.value}`

/** The row without what was said about the person before. */
const fresh = (driver: Driver): Driver => ({
  ...emptyDriver,
  iin: driver.iin,
  licenseN: driver.licenseN,
  phone: driver.phone,
  beneficiary: driver.beneficiary,
  beneficiaryLocked: driver.beneficiaryLocked,
  repeatedIin: driver.repeatedIin,
  insurer: driver.insurer,
  consent: driver.consent,
  skipNextInput: driver.skipNextInput,
})

function met(driver: Driver, found: PersonFound): Driver {
  const { phoneError: _own, ...verdict } = verdictOf(found)
  return {
    ...fresh(driver),
    ...verdict,
    asked: askOf(driver),
    name: found.name,
    experience: found.experienceYears,
    terrorist: found.findings.some(({ code }) => code === 12004),
  }
}

const still = (car: Car): Car => ({
  ...car,
  number: { ...car.number, spinner: false },
  techPassport: { ...car.techPassport, spinner: false },
})

function typedInsurer(state: State, patch: InsurerTyped): State {
  const before = state.insurerData
  const other = patch.iin !== undefined && patch.iin !== before.iin
  const licence = patch.driverLicenseNumber !== undefined && patch.driverLicenseNumber !== before.driverLicenseNumber
  const kept = other
    ? { ...emptyInsurer, phone: before.phone, email: before.email, flags: { ...emptyInsurer.flags, phoneError: before.flags.phoneError } }
    : licence
      ? { ...before, asked: '' }
      : before
  const next = { ...kept, ...patch }
  const phone = patch.phone !== undefined && patch.phone !== before.phone
  const insurerData = phone ? { ...next, flags: { ...next.flags, phoneError: '' } } : next
  const fields = Object.keys(patch).map((name) => (name === 'driverLicenseNumber' ? 'insurer-licence' : `insurer-${name}`))
  const forgiven = other ? { insurerAgeError: '', insurerPersonCertificateError: '' } : {}
  return compared({ ...state, ...forgiven, insurerData, ...unblamed(state, fields) })
}

/** An answer to a question that no longer stands only ends the waiting: the row asks anew by itself. */
const whenAsked = (state: State, asked: string, change: (insurer: Insurer) => Insurer): State =>
  askOfInsurer(state.insurerData) === asked
    ? { ...state, insurerData: change(state.insurerData) }
    : { ...state, insurerData: { ...state.insurerData, flags: { ...state.insurerData.flags, spinner: false } } }

function driverSet(state: State, id: string, change: (driver: Driver) => Driver): State {
  const driver = state.drivers[id]
  return driver ? { ...state, drivers: { ...state.drivers, [id]: change(driver) } } : state
}

function typedDriver(state: State, id: string, patch: DriverTyped): State {
  const before = state.drivers[id]
  if (!before) return state
  // The field only repeats what was loaded by Global ID: no look-up of its own.
  if (before.skipNextInput && patch.iin === before.iin)
    return driverSet(state, id, (driver) => ({ ...driver, skipNextInput: false, asked: askOf(driver) }))
  const other = patch.iin !== undefined && patch.iin !== before.iin
  const licence = patch.licenseN !== undefined && patch.licenseN !== before.licenseN
  const kept: Driver = other ? { ...emptyDriver, licenseN: '', phone: before.phone } : licence ? { ...before, asked: '' } : before
  const fields = Object.keys(patch).map((name) => `driver-${id}-${name === 'licenseN' ? 'licence' : name}`)
  const ages = other && before.iin ? { driversAgeErrors: state.driversAgeErrors.filter((iin) => iin !== before.iin) } : {}
  const next = driverSet({ ...state, ...ages, ...unblamed(state, fields) }, id, () => ({ ...kept, ...patch }))
  return other ? compared(next) : next
}

const carSet = (state: State, id: string, change: (car: Car) => Car): State => ({
  ...state,
  cars: state.cars.map((car) => (car.id === id ? change(car) : car)),
})

function typedCar(state: State, id: string, { number, techPassport }: { number?: string; techPassport?: string }): State {
  const fields = [...(number === undefined ? [] : [`car-${id}-plate`]), ...(techPassport === undefined ? [] : [`car-${id}-passport`])]
  const next = carSet({ ...state, ...unblamed(state, fields) }, id, (car) => {
    const same = (number ?? car.number.value) === car.number.value && (techPassport ?? car.techPassport.value) === car.techPassport.value
    if (same) return car.skipNextInput ? { ...car, skipNextInput: false, asked: askOfCar(car) } : car
    return {
      ...still(car),
      number: { ...car.number, value: number ?? car.number.value, spinner: false },
      techPassport: { ...car.techPassport, value: techPassport ?? car.techPassport.value, spinner: false, disabled: false },
      name: '',
      experience: null,
      error: '',
      asked: '',
      skipNextInput: false,
    }
  })
  return compared(next)
}

const termFields: Record<string, string> = {
  policyStartDate: 'start',
  policyPeriod: 'period',
  seasonalAgreement: 'seasonal',
  ogpoPlus: 'ogpo-plus',
  paymentPhone: 'payment-phone',
  insurerWillDrive: 'insurer-will-drive',
}
const termField = (name: string): string => termFields[name] ?? name

/** Without the seasonal agreement there is only the whole year; with it the choice starts at half a year. */
const seasonal = (state: State, patch: Term): Term =>
  patch.seasonalAgreement === undefined || patch.seasonalAgreement === state.seasonalAgreement
    ? {}
    : { policyPeriod: patch.seasonalAgreement ? 6 : defaultMonths }

/** The errors without those of these fields; the very same object where none goes. */
function unblamed(state: State, fields: readonly string[]): Pick<State, 'wrong'> {
  if (!fields.some((field) => field in state.wrong)) return { wrong: state.wrong }
  return { wrong: Object.fromEntries(Object.entries(state.wrong).filter(([field]) => !fields.includes(field))) }
}

function askAgain(state: State, { what, id }: Extract<Action, { type: 'ask-again' }>): State {
  if (what === 'insurer') return { ...state, insurerData: { ...state.insurerData, asked: '', flags: emptyInsurer.flags } }
  if (what === 'car') return carSet(state, id ?? '', (car) => ({ ...car, asked: '', error: '' }))
  return driverSet(state, id ?? '', fresh)
}

/** A privilege the register confirms is set, and what it has said is not changed by hand. */
function privilege(state: State, iin: string, hasBenefit: boolean): State {
  const insurer = state.insurerData.iin === iin
  return {
    ...state,
    insurerData: insurer ? { ...state.insurerData, privilege: hasBenefit, privilegeLocked: true } : state.insurerData,
    drivers: Object.values(state.drivers).some((driver) => driver.iin === iin)
      ? Object.fromEntries(
          Object.entries(state.drivers).map(([id, driver]) => [
            id,
            driver.iin === iin ? { ...driver, beneficiary: hasBenefit, beneficiaryLocked: true } : driver,
          ]),
        )
      : state.drivers,
  }
}

/** A document typed by hand: what was wrong with that person is forgotten and asked anew. */
function mended(state: State, iin: string): State {
  const insurer = state.insurerData.iin === iin
  return {
    ...state,
    ...(insurer ? { insurerPersonCertificateError: '', insurerData: { ...state.insurerData, asked: '', flags: emptyInsurer.flags } } : {}),
    drivers: Object.fromEntries(Object.entries(state.drivers).map(([id, driver]) => [id, driver.iin === iin ? fresh(driver) : driver])),
    noRequiredFieldsError: '',
  }
}

function quoted(state: State, key: string, calculation: Calculation): State {
  const done = { ...state, ...cleared.noErrors, location: nowhere, busy: null }
  return {
    ...done,
    quote: { key, calculation },
    calculationId: calculation.calculationId,
    draftId: calculation.draft_id,
    totalPrice: calculation.premium,
    brokerPrice: calculation.broker_premium,
    policyPrice: calculation.insurance_premium,
    refundPremium: calculation.refund_sum,
    surchargePremium: calculation.surcharge_sum,
    remainingPolicyPremium: calculation.remaining_amount,
    orderId: null,
    orderKey: null,
    activateStatus: 'none',
  }
}

function activated(state: State, answer: Extract<Action, { type: 'set-state' }>['answer']): State {
  const queue = answer.nextAttemptAt ? [answer.nextAttemptAt] : []
  return {
    ...state,
    activateCount: answer.attempts,
    activateStatus: answer.status,
    activateErrorQueue: queue,
    activateErrorDescription: answer.error?.message ?? '',
  }
}

/** What was running when the draft was kept runs anew. */
const awake = (form: Form): Form => ({
  ...form,
  insurerData: { ...form.insurerData, flags: { ...form.insurerData.flags, spinner: false } },
  drivers: Object.fromEntries(
    Object.entries(form.drivers).map(([id, driver]) => [
      id,
      { ...driver, spinner: false, consent: driver.consent.kind === 'asking' ? ({ kind: 'none' } as const) : driver.consent },
    ]),
  ),
  cars: form.cars.map(still),
})

/** The inputs are those the price was made from. */
export const isFresh = (state: State): boolean => state.quote !== null && state.quote.key === inputsKey(state)
