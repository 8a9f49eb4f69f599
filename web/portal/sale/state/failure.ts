import * as refusals from '#domain/refusals.ts'
import type { ApiError } from '../../../http/http.ts'
import {
  consentMissing,
  isPriceGone,
  type Refusal,
  reasonsOf,
} from '../../../sale/model/refusal.ts'
import { marked } from '../../../sale/reduce.ts'
import type { PersonError, State } from './state.ts'
import { errorsOf } from './wire.ts'

type Said = { nobody: string; offline: string }

/**
 * What an answer other than a price does (specification, section 8, "Behaviour on calculate
 * failure"): `nearControlPoint` to the location, 5 to scoring, `underAge` and
 * `documentsNotSuitable` to the person, any other code to noRequiredFieldsError, and beside it to
 * the person or the car it names. HTTP 500 is a server error; an answer that cannot be read is any
 * other exception: noRequiredFieldsError.
 */
export function failed(state: State, apiError: ApiError, said: Said): State {
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
  // Whom 1414 has not asked yet is asked now, whoever demanded it.
  // The price does not hold any more: the button calculates again.
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

/** The row says it, and the notice beside the price names whom it is about. */
function named(state: State, refused: Refusal): State {
  const name = refused.iin ?? refused.plate
  const names = name === null ? state.named : [...new Set([...state.named, name])]
  return marked({ ...state, named: names }, refused)
}
