import type { Day } from '#domain/calendar.ts'
import * as refusals from '#domain/refusals.ts'
import type { ApiError } from '../../../http/http.ts'
import {
  consentMissing,
  isPriceGone,
  type Refusal,
  reasonsOf,
} from '../../../sale/model/refusal.ts'
import { awake, type Person } from '../../../sale/model/sale.ts'
import { type Change, changed, marked, unblamed, unmarked } from '../../../sale/reduce.ts'
import { filled, type Taken } from './from-message.ts'
import { prefilled } from './prefill.ts'
import { carFacts, driverFacts, policyholderFacts, silent, silentOf } from './row-facts.ts'
import {
  type ClientCodeAsked,
  type Form,
  type LoadKind,
  type LocationCode,
  noErrors,
  nowhere,
  type PersonError,
  type SetAnswer,
  type SoldPolicy,
  type State,
  stateOf,
} from './state.ts'
import { errorsOf, fieldAt, isFresh } from './wire.ts'

/** Actions of a sheet, beside those of what is sold. */
export type Action =
  | Change
  | { type: 'set'; patch: Partial<Pick<Form, 'paymentPhone' | 'consentRequired'>> }
  /** The connection is back; `said` are the messages shown while it was gone. */
  | { type: 'online'; said: { offline: string; offlineCalculate: string } }
  | { type: 'privilege'; iin: string; hasPrivilege: boolean }
  | { type: 'privilege-failed' }
  | { type: 'privilege-withheld' }
  | { type: 'privilege-again' }
  /** Message of the notice beside the price about faulty fields. */
  | { type: 'told'; message: string }
  | { type: 'goes-on' }
  | { type: 'located'; code: LocationCode; message: string }
  | { type: 'location-closed' }
  | { type: 'client-code'; asked: ClientCodeAsked | null }
  | { type: 'failed'; apiError: ApiError; said: { nobody: string; offline: string } }
  | { type: 'ordered'; orderId: string; orderKey: string | null }
  | {
      type: 'set-state'
      answer: Pick<SetAnswer, 'status' | 'attempts' | 'nextAttemptAt' | 'error' | 'sale'>
    }
  | {
      type: 'loaded'
      policy: SoldPolicy
      kind: LoadKind
      today: Day
      newId: () => string
    }
  | { type: 'opened'; form: Form }
  | { type: 'filled'; taken: Taken; newId: () => string }

/** Queues failed look-ups of rows again, and removes their messages. */
function askUnasked(state: State, said: { offline: string; offlineCalculate: string }): State {
  const isUnasked = ({ error }: { error: string }) => error === said.offline
  const { policyholder, drivers, cars, noRequiredFieldsError } = state
  const rows = [
    ...(isUnasked(policyholderFacts(policyholder)) ? [{ what: 'policyholder' } as const] : []),
    ...drivers
      .filter((driver) => isUnasked(driverFacts(driver)))
      .map(({ id }) => ({ what: 'driver', id }) as const),
    ...cars
      .filter((car) => isUnasked(carFacts(car)))
      .map(({ id }) => ({ what: 'car', id }) as const),
  ]
  const asked = rows.reduce(
    (now: State, row) => changed(now, { type: 'ask-again', ...row }, fieldAt),
    state,
  )
  return noRequiredFieldsError === said.offlineCalculate
    ? { ...asked, noRequiredFieldsError: '' }
    : asked
}

/** A price arrived; it says nothing about rows other than those priced. */
const quoted = (state: State): State => ({
  ...(isFresh(state) ? silenced(state) : state),
  ...noErrors,
  location: nowhere,
  calculationId: state.quote?.calculation.calculationId ?? null,
  orderId: null,
  orderKey: null,
  sold: null,
  activateStatus: 'none',
})

/**
 * Removes what a refusal or a register said against people and cars. Rows without messages stay the
 * very same objects.
 */
function silenced(state: State): State {
  const { policyholder, drivers, cars, ...rest } = unmarked(state)
  const own = policyholderFacts(policyholder)
  return {
    ...rest,
    policyholder: own.error || own.phoneError ? unheard(policyholder) : policyholder,
    drivers: drivers.map((row) => (driverFacts(row).error ? unheard(row) : row)),
    cars: cars.map((car) => (carFacts(car).error ? { ...car, lookup: silent(car.lookup) } : car)),
  }
}
const unheard = <Row extends Person>(row: Row): Row => ({ ...row, lookup: silentOf(row.lookup) })

function activated(
  state: State,
  answer: Pick<SetAnswer, 'status' | 'attempts' | 'nextAttemptAt' | 'error' | 'sale'>,
): State {
  const queue = answer.nextAttemptAt ? [answer.nextAttemptAt] : []
  return {
    ...state,
    sold: answer.sale,
    activateCount: answer.attempts,
    activateStatus: answer.status,
    activateErrorQueue: queue,
    activateErrorDescription: answer.error?.message ?? '',
  }
}

/** Returns the state after an action. An unaffected row stays the very same object. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'set': {
      const fields = Object.keys(action.patch).map((key) => setFields[key] ?? key)
      return { ...state, ...action.patch, errors: unblamed(state.errors, fields) }
    }
    case 'online':
      return askUnasked(state, action.said)
    case 'privilege':
      return privileged(state, action)
    case 'privilege-failed':
      return { ...state, driversCheckPrivilegeError: true }
    case 'privilege-withheld':
      return { ...state, privilegeWithheld: true }
    case 'privilege-again':
      return { ...state, driversCheckPrivilegeError: false }
    case 'told':
      return { ...state, noRequiredFieldsError: action.message }
    case 'started':
      return {
        ...changed(state, action, fieldAt),
        ...noErrors,
        location: nowhere,
        goesOn: false,
      }
    case 'goes-on':
      return { ...state, goesOn: true }
    case 'located':
      return {
        ...state,
        busy: null,
        location: { code: action.code, message: action.message, blocked: true },
      }
    case 'location-closed':
      // The reason for the missing price stays readable.
      return { ...state, location: { ...state.location, blocked: false } }
    case 'client-code':
      return { ...state, busy: null, clientCode: action.asked }
    case 'quoted':
      return quoted(changed(state, action, fieldAt))
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
      return prefilled(state, action)
    case 'opened':
      return stateOf(awake(action.form), state.promoterIin, state.round + 1)
    case 'filled':
      return filled(state, action.taken, action.newId)
    case 'driver-added':
      return state.drivers.length >= state.limitForInsuredDrivers
        ? state
        : changed(state, action, fieldAt)
    case 'car-added':
      return state.cars.length >= state.limitForInsuredCars
        ? state
        : changed(state, action, fieldAt)
    case 'mended':
      return {
        ...changed(state, action, fieldAt),
        noRequiredFieldsError: '',
        personErrors: state.personErrors.filter(
          ({ iin, about }) => iin !== action.iin || about !== 'certificate',
        ),
      }
    default:
      return changed(state, action, fieldAt)
  }
}
const setFields: Record<string, string> = { paymentPhone: 'payment-phone' }

/** Sets a privilege the register confirms; its answer cannot be changed by hand. */
function privileged(
  state: State,
  { iin, hasPrivilege }: Extract<Action, { type: 'privilege' }>,
): State {
  const privilege = hasPrivilege ? 'confirmed' : 'not_confirmed'
  const told = <Row extends State['policyholder'] | State['drivers'][number]>(row: Row): Row =>
    row.iin === iin ? { ...row, privilege } : row
  return {
    ...state,
    policyholder: told(state.policyholder),
    drivers: state.drivers.map(told),
  }
}

type Said = { nobody: string; offline: string }

/**
 * Returns the state after a reply without a price (specification, section 8, "Behaviour on
 * calculate failure"): `nearControlPoint` goes to the location, 5 to scoring, `underAge` and
 * `documentsNotSuitable` to the person, any other code to noRequiredFieldsError, and beside it to
 * the person or the car it names. HTTP 500 is a server error; an unreadable reply is any other
 * exception: noRequiredFieldsError.
 */
function failed(state: State, apiError: ApiError, said: Said): State {
  const still = { ...state, busy: null }
  if (apiError.kind === 'refused')
    return reasonsOf(apiError).reduce((now: State, refused) => refusedBy(now, refused, said), still)
  if (apiError.kind === 'server' && !apiError.unreadable) return { ...still, serverError: true }
  if (apiError.kind === 'invalid')
    return {
      ...still,
      errors: errorsOf(apiError, state),
      noRequiredFieldsError: apiError.message || said.nobody,
    }
  return {
    ...still,
    noRequiredFieldsError:
      apiError.message || (apiError.kind === 'offline' ? said.offline : said.nobody),
  }
}

function refusedBy(state: State, refused: Refusal, said: Said): State {
  const { code, message, iin } = refused
  if (code === refusals.nearControlPoint)
    return { ...state, location: { code: 'NEAR_CON', message, blocked: true, near: refused.near } }
  if (code === refusals.positionUnusable)
    return { ...state, location: { code: 'default', message, blocked: true } }
  if (code === refusals.scoring) return { ...state, scoringError: message }
  const about = iin === null || iin === state.policyholder.iin
  if (code === refusals.underAge) {
    if (about) return against(state, { iin: state.policyholder.iin, about: 'age', message })
    return named(against(state, { iin, about: 'age', message }), refused)
  }
  if (code === refusals.documentsNotSuitable) {
    if (!about && personIn(state, iin)) return named(state, refused)
    const own = state.policyholder.iin
    return named(against(state, { iin: own, about: 'certificate', message }), {
      ...refused,
      iin: own,
    })
  }
  // Requests the consent of people whom 1414 has not asked yet, whoever demanded it. The price no
  // longer holds: the button calculates again.
  if (isPriceGone(code))
    return named(
      {
        ...state,
        quote: state.quote && { ...state.quote, key: '' },
        noRequiredFieldsError: message,
      },
      refused,
    )
  if (code === consentMissing)
    return named({ ...state, consentRequired: true, noRequiredFieldsError: message }, refused)
  return named(
    { ...state, noRequiredFieldsError: state.noRequiredFieldsError || message || said.nobody },
    refused,
  )
}

const against = (state: State, error: PersonError): State => ({
  ...state,
  personErrors: [
    ...state.personErrors.filter(({ iin, about }) => iin !== error.iin || about !== error.about),
    error,
  ],
})

const personIn = (state: State, iin: string | null): boolean =>
  state.drivers.some((driver) => driver.iin === iin)

/** Marks the row; the notice beside the price names the person. */
function named(state: State, refused: Refusal): State {
  const name = refused.iin ?? refused.plate
  const names = name === null ? state.named : [...new Set([...state.named, name])]
  return marked({ ...state, named: names }, refused)
}
