import { isDay, numericDay } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import { kindOf } from '#domain/reference/reference.ts'
import { useLocale, useTexts } from '../../texts.ts'
import type { AtKind, Reference } from './reference.ts'
import words from './texts.ts'

type Value = string | number | boolean | undefined

/** `ogpo-2026/2026-11-20`: the tariff of a year, as it was put together on a day. */
const VERSION = /^ogpo-(\d{4})\/(\d{4}-\d{2}-\d{2})$/

/** Fields whose value is one of a fixed set of words. */
const chosen = new Set(['effect', 'product', 'job', 'action', 'fact'])

/** Returns the fields that name a row without a name of its own. */
export function namingFields(kind: AtKind['kind']): readonly string[] {
  if (kind === 'tariff') return []
  const { keyOf, key } = kindOf(kind)
  return keyOf ?? (key && (chosen.has(key) || key === 'day') ? [key] : [])
}

/** Returns when a change of these rows takes effect, and whether a second person approves it. */
export function termsOf(kind: AtKind['kind']): 'later' | 'approved' | 'now' {
  if (kind === 'tariff') return 'later'
  const { second, inPlace } = kindOf(kind)
  return second ? (inPlace ? 'approved' : 'later') : 'now'
}

type Insurers = Pick<AtKind, 'insurers'>

/**
 * Returns a function that formats a value for people; `name` is its field, for fixed words and
 * insurer codes.
 */
export function useShown({ insurers }: Insurers): (value: Value, name?: string) => string {
  const t = useTexts(words)
  return (value, name) => {
    if (name === 'insurer_code')
      return insurers.find(({ code }) => code === value)?.name ?? String(value ?? '–')
    const choice = name && chosen.has(name) ? t.choices[String(value)] : undefined
    if (choice) return choice
    if (typeof value === 'string' && isDay(value)) return numericDay(value)
    if (name === 'value') return String(Number(value)).replace('.', ',')
    if (value === true) return t.yes
    if (value === false) return t.no
    if (value === undefined || value === '') return '–'
    if (typeof value === 'number' && Number.isInteger(value)) return groupDigits(value)
    return /^-?\d+\.\d+$/.test(String(value)) ? String(value).replace('.', ',') : String(value)
  }
}

/**
 * Returns a function that tells from which day a proposal is in force; a change in place waits for
 * approval only.
 */
export function useSince(): (proposal: { from: string | null }) => string {
  const t = useTexts(words)
  return ({ from }) => (from ? t.since(numericDay(from)) : t.atOnce)
}

/**
 * Returns a function that names a row: its name, else its key (an insurer and a product); its code
 * if it has neither, the kind if the kind has one row.
 */
export function useNameOf({
  kind,
  insurers,
}: Insurers & Pick<AtKind, 'kind'>): (
  row: Pick<Reference['rows'][number], 'key' | 'values'>,
) => string {
  const t = useTexts(words)
  const locale = useLocale()
  const shown = useShown({ insurers })
  return ({ key, values }) => {
    const [, year, day] =
      kind === 'tariff' ? (VERSION.exec(String(values.version ?? key)) ?? []) : []
    if (year && day) return t.tariffOf(year, numericDay(day))
    const parts = namingFields(kind)
    const made = parts.flatMap((name) => (name in values ? shown(values[name], name) : []))
    const name = values[`name_${locale}`] ?? values[`title_${locale}`]
    return String(name ?? '') || made.join(' · ') || key || t.kind[kind]
  }
}
