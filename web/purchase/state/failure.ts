import * as refusals from '#domain/refusals.ts'
import type { ApiError } from '../../http/http.ts'
import type { Failed } from '../../sale/model/look-up.ts'
import { blamedPlace, isPriceGone, reasonsOf, refusedIn } from '../../sale/model/refusal.ts'
import type { Sale } from '../../sale/model/sale.ts'
import { marked } from '../../sale/reduce.ts'
import type { FormError, State } from './state.ts'
import { errorsOf, fieldAt } from './wire.ts'

/**
 * What a fault of calculate or order does to the form: fields of a 422, marked rows of a refusal,
 * else one trouble for all.
 */
export function failed(state: State, apiError: ApiError): State {
  const still: State = { ...state, busy: null, formError: null, errors: [] }
  if (apiError.kind === 'unauthorised') return still
  if (apiError.kind === 'invalid') return { ...still, errors: errorsOf(apiError, state) }
  const { kind } = apiError
  const trouble = (of: Partial<FormError>): FormError => ({
    kind,
    code: null,
    reason: null,
    message: apiError.message,
    ...of,
  })
  if (apiError.kind !== 'refused')
    return { ...still, formError: trouble('code' in apiError ? { code: apiError.code } : {}) }
  const reasons = reasonsOf(apiError)
  const loose = reasons.find((one) => blamedPlace(one, state) === null)
  const { firstDay: day } = apiError.data
  return {
    ...reasons.reduce(marked<State>, still),
    errors: reasons.flatMap((one) => {
      const place = blamedPlace(one, state)
      return place ? [{ field: fieldAt(place, state), message: one.message }] : []
    }),
    formError:
      loose === undefined
        ? null
        : trouble({
            code: loose.code,
            reason: loose.reason,
            message: loose.message,
            ...(typeof day === 'string' ? { day } : {}),
          }),
    ...(isPriceGone(apiError.code) ? { quote: null, application: null } : {}),
  }
}

export const errorOf = (state: Pick<State, 'errors'>, field: string): string | undefined =>
  state.errors.find((error) => error.field === field)?.message

/**
 * Refusals that no change of the form fixes: a person on a list, a legal entity. Their own notice
 * names the contact.
 */
const isFinal = ({ code }: Failed): boolean =>
  code === refusals.terroristMatch || code === refusals.legalEntity
export const finalIn = (sale: Omit<Sale, 'term'>): Failed | undefined =>
  refusedIn(sale).find(isFinal)
/** Returns the errors of the summary, those a user can fix. A final refusal marks its row only. */
export function mendable(state: Omit<Sale, 'term'> & Pick<State, 'errors'>): State['errors'] {
  const final = refusedIn(state).filter(isFinal)
  return state.errors.filter(({ message }) => final.every((one) => one.message !== message))
}
