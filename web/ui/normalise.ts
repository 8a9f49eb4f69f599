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
  national = national.replace(/^8+/, '')
  if (national.length > 10 && national.startsWith('7')) national = national.replace(/^78*/, '')
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
