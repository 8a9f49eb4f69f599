import { lookAlikes } from '#domain/plate.ts'

// Letters that look the same come first (a plate is copied by eye), then letters that sound the
// same.
const pairs = 'ЁEҚKҢHӨOҰYБBГGҒGДDЖJЗZИIЙIЛLПPФFЦCШWЩWЫYЭEӘAЮUЯR'
const sounds: Readonly<Record<string, string>> = Object.fromEntries(
  (pairs.match(/../g) ?? []).map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/**
 * Latin capitals and digits only; Cyrillic letters become the Latin ones they stand for: `123 авс
 * 02` → `123ABC02`.
 */
export function latinInput(value: string): string {
  return Array.from(value.toUpperCase(), (letter) => lookAlikes[letter] ?? sounds[letter] ?? letter)
    .join('')
    .replace(/[^A-Z0-9]/g, '')
}

/** VIN as typed: I, O and Q do not occur in a VIN and are the digits 1, 0 and 0. */
export const vinInput = (value: string): string =>
  latinInput(value).replaceAll('I', '1').replace(/[OQ]/g, '0')
