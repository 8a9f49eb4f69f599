import type { z } from 'zod'
import { type Day, dayOf, isDay } from '#domain/calendar.ts'
import { BadList } from './list-file.ts'

/**
 * List files into entries. Each throws `BadList` for a file that is not wholly of its format; none
 * of them drops an entry in silence.
 */

export type Dates = { birthDate: Day | null; birthYear: number | null }
export const undated: Dates = { birthDate: null, birthYear: null }

/** `31.12.1980`, `1980-12-31` (with or without a time), or only a year somewhere in the text. */
export function datesOf(text: string): Dates {
  const dotted = /(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text)
  const iso = /\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  const birthDate = dotted
    ? dayOf(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
    : iso && isDay(iso)
      ? iso
      : null
  const year = birthDate?.slice(0, 4) ?? /(?<!\d)(1[89]|20)\d{2}(?!\d)/.exec(text)?.[0]
  return { birthDate, birthYear: year === undefined ? null : Number(year) }
}

export const wordsOf = (...words: (string | undefined)[]): string =>
  words.filter((word) => word && word !== '-').join(' ')
export const trimmed = (text: string): string =>
  text.trim().replace(/^[\d.)\s]+(?=\p{L})|[.;,\s]+$/gu, '')
/** Alias text may hold several names. */
export const namesIn = (text: string): string[] => text.split(/;|\b[a-z]\)/).map(trimmed)
export const unique = (names: string[]): string[] => [...new Set(names.filter(Boolean))]

/** The document and what lies up to two levels inside it. */
export function layers(value: unknown, depth = 2): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return [
    value,
    ...(depth > 0 ? Object.values(value).flatMap((inner) => layers(inner, depth - 1)) : []),
  ]
}

export function checked<T>(
  list: string,
  result: { success: true; data: T } | { success: false; error: z.ZodError },
): T {
  if (result.success) return result.data
  throw new BadList(list, 'unreadable', result.error.issues[0]?.path.join('.') ?? '')
}
