import { usualSigns } from './as-typed.ts'

/** Signs allowed between the digits of one number. */
const between = '[^\\d\\p{L}+,;/#*\\n\\t(]{0,2}'
/**
 * A whole number in a text: a plus or 00 with the country's 7, a trunk 8, or a 7 of its own behind
 * a field's own `+7`; then ten digits, with no digit after them. Not within a number that begins
 * with the plus of another country. No code is 770, 772, 773, 774 or 779: there a digit is missing.
 */
const numbers = new RegExp(
  `(?<!\\d[ ().-]{0,2}|\\+(?!\\s?7)[\\d\\s().-]*)(?:\\++\\s?7\\D{0,3}|007\\D{0,3}|7\\D{0,3})?(?:8+\\D{0,3}|7[^\\d\\p{L}]{1,3})?((?!77[02349])[1-79](?:${between}\\(?\\d){9})(?!${between}\\d)`,
  'gu',
)

/** Returns the distinct phones, `7XXXXXXXXXX`, that are whole in a text. */
export const findPhones = (text: string): string[] => [
  ...new Set(
    Array.from(
      usualSigns(text).matchAll(numbers),
      ([, national = '']) => `7${national.replace(/\D/g, '')}`,
    ),
  ),
]

/**
 * Returns whether a text begins as a number of another country: `+998 …`, `0049 …`, `8 10 998 …`.
 */
export const isForeignPhone = (text: string): boolean =>
  /^\D*?(?:\+\s?(?!7|\+)\d|00\s?[1-689]|810)/.test(text.replace(/[\p{Cf}\s]/gu, ''))
