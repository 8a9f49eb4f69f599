import type { Locale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import { rowFieldOf } from '../sale/model/place.ts'
import fieldWords, { type FieldWords } from '../sale/rows/row-texts.ts'
import type { FieldError } from '../ui/error-summary.tsx'
import type words from './purchase-texts.ts'
import type { Form } from './state/state.ts'

type Words = (typeof words)['kz']
type Named = Pick<Form, 'drivers' | 'cars' | 'policyholder'>

/**
 * Prefixes an error of the summary with its subject: «2-жүргізуші: Жүргізушінің телефоны. Өрісті
 * толтырыңыз».
 */
export function namedError(
  { field, message, brief }: FieldError,
  form: Named,
  t: Words,
  locale: Locale,
): FieldError {
  return {
    field,
    message: nameOf(field, form, t, locale) + emptyOf(field, message, locale) + (brief ?? message),
  }
}

function nameOf(
  field: string,
  { drivers, cars, policyholder: { willDrive } }: Named,
  t: Words,
  locale: Locale,
): string {
  const at = rowFieldOf(field)
  if (!at) return ''
  if (at.kind === 'driver')
    return `${t.driverTitle(drivers.findIndex(({ id }) => id === at.id) + 1 + (willDrive ? 1 : 0))}: `
  const label = labelOf(at, locale) ?? ''
  return cars.length > 1
    ? `${t.carTitle(cars.findIndex(({ id }) => id === at.id) + 1)}, ${label.toLowerCase()}: `
    : `${label}: `
}

/** «Өрісті толтырыңыз» alone would not say which field of a driver it is. */
function emptyOf(field: string, message: string, locale: Locale): string {
  const at = rowFieldOf(field)
  const name = at?.kind === 'driver' ? labelOf(at, locale) : undefined
  return name && message === fieldText('required', locale) ? `${name}. ` : ''
}

function labelOf(
  { kind, key }: NonNullable<ReturnType<typeof rowFieldOf>>,
  locale: Locale,
): string | undefined {
  const named: Record<string, FieldWords> = fieldWords[locale][kind]
  return named[key]?.label
}
