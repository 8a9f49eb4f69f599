/**
 * What a person typed or pasted, turned into what the mask expects. Every function may be called
 * again on its own result or on a half-typed value and changes nothing then. They run before the
 * mask: maska alone makes a wrong number of a pasted `+7 701 …` and calls it complete.
 */

const digits = (value: string) => value.replace(/\D/g, '')

/**
 * National part of a Kazakhstan phone number, at most 10 digits: `+7 701…`, `8701…`, `7701…` and
 * `701…` give `701…`.
 */
export function phoneDigits(value: string): string {
  // A number pasted behind the field's own "+7": the last plus wins.
  const plus = value.lastIndexOf('+')
  const tail = plus < 0 ? value : value.slice(plus + 1)
  let national = digits(tail)
  if (plus >= 0 || national.startsWith('007')) national = national.replace(/^0*7/, '')
  // A trunk 8, or the country's 7 before a whole number; no national number begins with 8.
  if (national.startsWith('8')) national = national.slice(1)
  if (national.length > 10 && national.startsWith('7')) national = national.slice(1)
  return national.slice(0, 10)
}

/** The value for the phone mask `+7 (###) ### ## ##`; an empty value stays empty. */
export function phoneInput(value: string): string {
  const national = phoneDigits(value)
  return national ? `+7${national}` : ''
}

/** Digits only, at most `length`: IIN, BIN, codes, document numbers. */
export const digitInput =
  (length: number) =>
  (value: string): string =>
    digits(value).slice(0, length)

// Letters that look the same come first (a plate is copied by eye), then letters that sound the
// same.
const latinOf: Record<string, string> = {
  А: 'A', В: 'B', Е: 'E', Ё: 'E', К: 'K', Қ: 'K', М: 'M', Н: 'H', Ң: 'H', О: 'O', Ө: 'O', Р: 'P', С: 'C', Т: 'T', У: 'Y', Ү: 'Y', Ұ: 'Y', Х: 'X', Һ: 'H', І: 'I',
  Б: 'B', Г: 'G', Ғ: 'G', Д: 'D', Ж: 'J', З: 'Z', И: 'I', Й: 'I', Л: 'L', П: 'P', Ф: 'F', Ц: 'C', Ш: 'W', Щ: 'W', Ы: 'Y', Э: 'E', Ә: 'A', Ю: 'U', Я: 'R',
} // biome-ignore format: a table of letters

/**
 * Latin capitals and digits only; Cyrillic letters become the Latin ones they stand for: `123 авс
 * 02` → `123ABC02`.
 */
export function latinInput(value: string): string {
  return Array.from(value.toUpperCase(), (letter) => latinOf[letter] ?? letter)
    .join('')
    .replace(/[^A-Z0-9]/g, '')
}

/** State number as typed: at most 8 letters and digits. */
export const plateInput = (value: string): string => latinInput(value).slice(0, 8)

/**
 * VIN as typed: 17 letters and digits; I, O and Q do not occur in a VIN and are the digits 1, 0 and
 * 0.
 */
export const vinInput = (value: string): string =>
  latinInput(value).replaceAll('I', '1').replace(/[OQ]/g, '0').slice(0, 17)
