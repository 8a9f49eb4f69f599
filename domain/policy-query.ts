import { isPlate, normalisePlate } from './plate.ts'
import { plateLetters } from './plate-letters.ts'

/** A query of the public check. */
export type PolicyQuery = { by: 'plate'; plate: string } | { by: 'number'; number: string }

/**
 * A plate in any spelling, or a policy's number as the unified database gives it: digits with a
 * letter among them, whole. Null for anything else: a part of a number is no question.
 */
export function policyQuery(text: string): PolicyQuery | null {
  const clean = normalisePlate(plateLetters(text))
  if (isPlate(clean)) return { by: 'plate', plate: clean }
  return /^(?=(?:.*\d){6})(?=.*[A-Z])[0-9A-Z]{8,20}$/.test(clean)
    ? { by: 'number', number: clean }
    : null
}
