import * as refusals from '#domain/refusals.ts'
import type { ApiError } from '../../http/http.ts'
import { blamedPlace, isPriceGone, reasonsOf } from '../../sale/model/refusal.ts'
import type { Sale } from '../../sale/model/sale.ts'
import { fieldAt } from './sale.ts'
import type { Action, Form, FormError, RowError, State } from './state.ts'
import { errorsOf } from './wire.ts'

/** Where the row of a mark stands, or null when it names nobody in the form. */
export function rowOf(rowError: RowError, form: Sale): string | null {
  const place = blamedPlace(rowError, form)
  return place && fieldAt(place, form)
}

/**
 * What a fault of calculate or order does to the form: fields of a 422, marked rows of a refusal,
 * else one trouble for all.
 */
export function failureOf(
  apiError: ApiError,
  form: Form,
): Omit<Extract<Action, { type: 'failed' }>, 'type'> {
  const nothing = { rowErrors: [], errors: [], forgetQuote: false, formError: null }
  if (apiError.kind === 'invalid') {
    return { ...nothing, errors: errorsOf(apiError, form) }
  }
  if (apiError.kind === 'refused') {
    const rowErrors = reasonsOf(apiError)
    const placed = rowErrors.map((rowError) => ({ mark: rowError, field: rowOf(rowError, form) }))
    const errors = placed.flatMap(({ mark: rowError, field }) =>
      field ? [{ field, message: rowError.message }] : [],
    )
    const loose = placed.find(({ field }) => field === null)?.mark
    return {
      ...nothing,
      rowErrors,
      errors,
      forgetQuote: isPriceGone(apiError.code),
      formError: loose
        ? {
            kind: 'refused',
            code: loose.code,
            reason: loose.reason,
            message: loose.message,
            ...(typeof apiError.data.firstDay === 'string' ? { day: apiError.data.firstDay } : {}),
          }
        : null,
    }
  }
  if (apiError.kind === 'unauthorised') return nothing
  return {
    ...nothing,
    formError: {
      kind: apiError.kind,
      code: 'code' in apiError ? apiError.code : null,
      reason: null,
      message: apiError.message,
    } satisfies FormError,
  }
}

export const errorOf = (state: Pick<State, 'errors'>, field: string): string | undefined =>
  state.errors.find((error) => error.field === field)?.message

/**
 * Refusals that nobody can mend in the form: a person on a list, a legal entity. They have a notice
 * of their own with whom to turn to.
 */
const final: readonly number[] = [refusals.terroristMatch, refusals.legalEntity]
export const finalIn = ({ rowErrors }: Pick<State, 'rowErrors'>): RowError | undefined =>
  rowErrors.find(({ code }) => final.includes(code))
/** The errors of the summary: what can be mended. A final refusal marks its row only. */
export const mendable = ({
  errors,
  rowErrors,
}: Pick<State, 'errors' | 'rowErrors'>): State['errors'] =>
  errors.filter(
    ({ message }) =>
      !rowErrors.some((rowError) => final.includes(rowError.code) && rowError.message === message),
  )
