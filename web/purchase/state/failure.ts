import { normalisePlate } from '#domain/plate.ts'
import type { Fault } from '../../http/http.ts'
import type { Action, Form, Mark, State, Trouble } from './state.ts'
import { fieldOf, stepOf } from './wire.ts'

/** Every row a refusal names, the first finding among them. */
export function marksOf(fault: Extract<Fault, { kind: 'refused' }>): Mark[] {
  const listed = Array.isArray(fault.data['findings']) ? fault.data['findings'] : []
  const marks = listed
    .map((finding: unknown) => markOf(finding, fault))
    .filter((mark) => mark !== null)
  return marks.length
    ? marks
    : [markOf({ ...fault.data, code: fault.code, message: fault.message }, fault)].filter(
        (mark) => mark !== null,
      )
}

function markOf(finding: unknown, fault: { code: number; message: string }): Mark | null {
  if (typeof finding !== 'object' || finding === null) return null
  const of = (name: string): unknown => (finding as Record<string, unknown>)[name]
  const text = (name: string): string | null =>
    typeof of(name) === 'string' ? String(of(name)) : null
  const code = of('code')
  return {
    code: typeof code === 'number' ? code : fault.code,
    message: text('message') ?? fault.message,
    reason: text('reason'),
    iin: text('driver_iin') ?? text('iin'),
    plate: text('registration_number') ?? text('plate'),
  }
}

/** Where the row of a mark stands, or null when it names nobody in the form. */
export function rowOf(mark: Mark, form: Pick<Form, 'owner' | 'drivers' | 'cars'>): string | null {
  if (mark.plate !== null && mark.iin === null) {
    const car = form.cars.find(({ plate }) => normalisePlate(plate) === mark.plate)
    return car ? `car-${car.id}-plate` : null
  }
  if (mark.iin === null) return null
  const driver = form.drivers.find(({ iin }) => iin === mark.iin)
  if (driver) return `driver-${driver.id}-${markedParts[mark.code] ?? 'iin'}`
  if (mark.iin !== form.owner) return null
  return mark.code === 14030 ? 'experience' : 'policyholder'
}

/** Which field of a driver's row a refusal is about, where it is not the person. */
const markedParts: Record<number, string> = {
  14003: 'consent',
  14002: 'phone',
  12006: 'licence',
  12007: 'licence',
  14030: 'experience',
}

/**
 * What a fault of calculate or order does to the form: fields of a 422, marked rows of a refusal,
 * else one trouble for all.
 */
export function failureOf(
  fault: Fault,
  form: Form,
  quoteLost: readonly number[] = [14006],
): Omit<Extract<Action, { type: 'failed' }>, 'type'> {
  const nothing = { marks: [], errors: [], step: null, forgetQuote: false, trouble: null }
  if (fault.kind === 'invalid') {
    const errors = fault.errors.map(({ path, message }) => ({
      field: fieldOf(path, form),
      message,
    }))
    return { ...nothing, errors, step: errors[0] ? stepOf(errors[0].field) : null }
  }
  if (fault.kind === 'refused') {
    const marks = marksOf(fault)
    const placed = marks.map((mark) => ({ mark, field: rowOf(mark, form) }))
    const errors = placed.flatMap(({ mark, field }) =>
      field ? [{ field, message: mark.message }] : [],
    )
    const loose = placed.find(({ field }) => field === null)?.mark
    const first = errors[0]?.field
    return {
      ...nothing,
      marks,
      errors,
      step: loose || !first ? null : stepOf(first),
      forgetQuote: quoteLost.includes(fault.code),
      trouble: loose
        ? {
            kind: 'refused',
            code: loose.code,
            reason: loose.reason,
            message: loose.message,
            ...(typeof fault.data['firstDay'] === 'string' ? { day: fault.data['firstDay'] } : {}),
          }
        : null,
    }
  }
  if (fault.kind === 'unauthorised') return nothing
  return {
    ...nothing,
    trouble: {
      kind: fault.kind,
      code: 'code' in fault ? fault.code : null,
      reason: null,
      message: fault.message,
    } satisfies Trouble,
  }
}

export const errorOf = (state: Pick<State, 'errors'>, field: string): string | undefined =>
  state.errors.find((error) => error.field === field)?.message

/**
 * Refusals that nobody can mend in the form: a person on a list, a legal entity. They have a notice
 * of their own with whom to turn to.
 */
const final = [12004, 14015]
export const finalIn = ({ marks }: Pick<State, 'marks'>): Mark | undefined =>
  marks.find(({ code }) => final.includes(code))
/** The errors of the summary: what can be mended. A final refusal marks its row only. */
export const mendable = ({ errors, marks }: Pick<State, 'errors' | 'marks'>): State['errors'] =>
  errors.filter(
    ({ message }) => !marks.some((mark) => final.includes(mark.code) && mark.message === message),
  )
