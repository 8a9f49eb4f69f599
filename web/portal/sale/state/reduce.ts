import { awake } from '../../../sale/model/sale.ts'
import { changed, unblamed } from '../../../sale/reduce.ts'
import type { Action } from './actions.ts'
import { askUnasked } from './ask-again.ts'
import { failed } from './failure.ts'
import { filled } from './from-message.ts'
import { cleared, nowhere, stateOf } from './initial.ts'
import { prefilled } from './prefill.ts'
import { activated, quoted, unmarked } from './priced.ts'
import { fieldAt } from './sale-in.ts'
import type { State } from './state.ts'
import { inputsKey } from './wire.ts'

/** The state after a happening. A row that is not concerned stays the very same object. */
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
    case 'wrong':
      return {
        ...state,
        errors: Object.entries(action.wrong).map(([field, message]) => ({ field, message })),
        noRequiredFieldsError: action.message,
        busy: null,
      }
    case 'started':
      return {
        ...unmarked(state, state.named),
        ...cleared.noErrors,
        errors: [],
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
      return prefilled(state, action)
    case 'opened':
      return stateOf(awake(action.form), state.promoterIin, state.round + 1)
    case 'filled':
      return forgiven(state, filled(state, action.taken, action.newId))
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
        policyholderPersonCertificateError:
          action.iin === state.policyholder.iin ? '' : state.policyholderPersonCertificateError,
      }
    default:
      return forgiven(state, changed(state, action, fieldAt))
  }
}
const setFields: Record<string, string> = { paymentPhone: 'payment-phone' }

/** Flags about a person are over with another one in their place. */
function forgiven(before: State, now: State): State {
  const other = now.policyholder.iin !== before.policyholder.iin
  const ages = now.driversAgeErrors.filter((iin) => now.drivers.some((row) => row.iin === iin))
  return {
    ...now,
    ...(other ? { policyholderAgeError: '', policyholderPersonCertificateError: '' } : {}),
    driversAgeErrors: ages.length === now.driversAgeErrors.length ? now.driversAgeErrors : ages,
  }
}

/** A privilege the register confirms is set, and what it has said is not changed by hand. */
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

/** The inputs are those the price was made from. */
export const isFresh = (state: State): boolean =>
  state.quote !== null && state.quote.key === inputsKey(state)
