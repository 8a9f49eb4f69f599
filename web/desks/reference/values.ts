import { isDay, numericDay } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import { kindOf } from '#domain/reference/reference.ts'
import { useLocale, useTexts } from '../../texts.ts'
import type { AtKind, Reference } from './reference.ts'
import words from './texts.ts'

type Value = string | number | boolean | undefined

/** `ogpo-2026/2026-11-20`: the tariff of a year, as it was put together on a day. */
const VERSION = /^ogpo-(\d{4})\/(\d{4}-\d{2}-\d{2})$/

/** Fields whose value is one of a few words. */
const chosen = new Set(['effect', 'product', 'job', 'action', 'fact'])

/** The fields whose values are a row's name, where it has no name of its own. */
export function namingFields(kind: AtKind['kind']): readonly string[] {
  if (kind === 'tariff') return []
  const { keyOf, key } = kindOf(kind)
  return keyOf ?? (key && (chosen.has(key) || key === 'day') ? [key] : [])
}

/** When a change of these rows begins to act, and whether somebody else approves it. */
export function termsOf(kind: AtKind['kind']): 'later' | 'approved' | 'now' {
  if (kind === 'tariff') return 'later'
  const { second, inPlace } = kindOf(kind)
  return second ? (inPlace ? 'approved' : 'later') : 'now'
}

type Insurers = Pick<AtKind, 'insurers'>

/**
 * A value as a person reads it; `name` is its field, where one of a few words or an insurer's code
 * stands.
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
 * From which day a proposal's values are in force; what is changed in place waits for its approval
 * alone.
 */
export function useSince(): (proposal: { from: string | null }) => string {
  const t = useTexts(words)
  return ({ from }) => (from ? t.since(numericDay(from)) : t.atOnce)
}

/**
 * A row as people call it: by its name, else by what makes its key (an insurer and a product); its
 * code where it has neither, the kind where there is one row only.
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
