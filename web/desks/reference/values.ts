import { numericDay } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import { useTexts } from '../../texts.ts'
import words from './texts.ts'

type Value = string | number | boolean | undefined

/** A value as a person reads it; `name` is its field, where one of a few words stands. */
export function useShown(): (value: Value, name?: string) => string {
  const t = useTexts(words)
  return (value, name) => {
    const choice = name === 'effect' || name === 'product' ? t.choices[String(value)] : undefined
    if (choice) return choice
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
