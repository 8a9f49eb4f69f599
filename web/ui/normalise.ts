/**
 * What a person typed or pasted, turned into what the mask expects. Every function may be called
 * again on its own result or on a half-typed value and changes nothing then.
 */

/** Digits only: IIN, BIN, codes, document numbers. */
export const digitInput = (value: string): string => value.replace(/\D/g, '')

/**
 * National part of a Kazakhstan phone number, its first 10 digits: `+7 701…`, `8701…`, `7701…` and
 * `701…` give `701…`.
 */
export function phoneDigits(value: string): string {
  // A number pasted behind the field's own "+7": the last plus wins.
  const plus = value.lastIndexOf('+')
  let national = digitInput(value.slice(plus + 1))
  if (plus >= 0 || national.startsWith('007')) national = national.replace(/^0*7/, '')
  // A trunk 8, or the country's 7 before a whole number; no national number begins with 8.
  national = national.replace(/^8+/, '')
  if (plus < 0 && national.length > 10) national = national.replace(/^78*/, '')
  // No code of Kazakhstan is 770, 772, 773, 774 or 779: the first 7 was the country's.
  if (/^77[02349]$/.test(national)) national = national.slice(1)
  return national.slice(0, 10)
}

/** The value for the phone mask `+7 (###) ### ## ##`; an empty value stays empty. */
export function phoneInput(value: string): string {
  const national = phoneDigits(value)
  return national ? `+7${national}` : ''
}
