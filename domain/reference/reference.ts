import { type Day, isDay } from '../calendar.ts'
import { readTheme, themeText } from '../theme.ts'
import type { Field, FieldKind, ReferenceKind } from './kind.ts'
import { type RowsName, referenceKinds } from './kinds.ts'

export const kindOf = (name: RowsName): ReferenceKind => referenceKinds[name]

export type Values = Record<string, string | number | boolean>
/** Returns the key of the row with these values; empty if there is one row at a time. */
export function rowKey(name: RowsName, values: Values): string {
  const { key, keyOf } = kindOf(name)
  const parts = keyOf ?? (key === null ? [] : [key])
  return parts.map((part) => String(values[part] ?? '')).join('-')
}
export type Checked = { values: Values; errors: string[] }

/**
 * The values of a row as they may be stored; `faults` names the fields that are wrong or missing.
 * Texts are trimmed, unknown fields are faults.
 */
export function checkValues(name: RowsName, given: Values): Checked {
  const { fields } = kindOf(name)
  const values: Values = {}
  const errors = Object.keys(given).filter((key) => !fields.some((field) => field.name === key))
  for (const field of fields) {
    const value = readValue(field, given[field.name])
    if (value === null) errors.push(field.name)
    else values[field.name] = value
  }
  return { values, errors }
}

/** Fields whose values are well written and cannot be true beside the others, or not yet. */
export function impossibleIn(values: Values, today: Day): string[] {
  const { as_of, payout, premium, price_per_month: monthly, insurance_amount: insured } = values
  return [
    ...(as_of !== undefined && String(as_of) > today ? ['as_of'] : []),
    ...(payout !== undefined && Number(premium) >= Number(payout) ? ['premium'] : []),
    ...(insured !== undefined && Number(monthly) >= Number(insured) ? ['price_per_month'] : []),
  ]
}

const patterns: Partial<Record<FieldKind, RegExp>> = {
  code: /^[a-z][a-z0-9-]{1,30}$/,
  percent: /^\d{1,3}(\.\d{1,2})?$/,
  decimal: /^-?\d(\.\d{1,3})?$/,
  coordinate: /^\d{2}\.\d{3,}$/,
  integer: /^\d{1,9}$/,
  https: /^https:\/\/[^\s/]+(\/\S*)?$/,
}

function readValue(
  { kind, min, max, choices }: Field,
  given: string | number | boolean | undefined,
): string | number | boolean | null {
  if (kind === 'flag')
    return given === true || given === 'true'
      ? true
      : given === false || given === 'false'
        ? false
        : null
  if (given === undefined || typeof given === 'boolean') return null
  const text = String(given).trim()
  if (kind === 'day') return isDay(text) ? text : null
  if (kind === 'theme') return readTheme(text) && themeText(readTheme(text) ?? {})
  if (kind === 'choice') return choices?.includes(text) ? text : null
  const shaped =
    patterns[kind]?.test(text.replace(',', '.')) ??
    (text.length > 0 && text.length <= (kind === 'text' && max !== undefined ? max : 2_000))
  if (!shaped) return null
  if (kind === 'list')
    return text.split(/\s+/).every((one) => /^https:\/\/[^\s/]+$/.test(one))
      ? text.split(/\s+/).join('\n')
      : null
  if (kind === 'code' || kind === 'text' || kind === 'https') return text
  const decimal = text.replace(',', '.')
  const number = Number(decimal)
  if ((min !== undefined && number < min) || (max !== undefined && number > max)) return null
  // As the database keeps them: «13,5» of a form and its 13.50 are no change.
  if (kind === 'percent') return number.toFixed(2)
  return kind === 'decimal' ? number.toFixed(3) : number
}
