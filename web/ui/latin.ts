import { plateLetters } from '#domain/plate-letters.ts'

/**
 * Converts to Latin capitals and digits; Cyrillic letters become their Latin look-alikes: `123 авс
 * 02` → `123ABC02`.
 */
export function latinInput(value: string): string {
  return plateLetters(value).replace(/[^A-Z0-9]/g, '')
}

/** VIN as typed: I, O and Q do not occur in a VIN and are the digits 1, 0 and 0. */
export const vinInput = (value: string): string =>
  latinInput(value).replaceAll('I', '1').replace(/[OQ]/g, '0')
