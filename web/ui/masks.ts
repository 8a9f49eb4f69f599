/**
 * Convert typed or pasted text to what the mask expects. Every function is idempotent, also on a
 * half-typed value.
 */

/** Digits only: IIN, BIN, codes, document numbers. */
export const digitInput = (value: string): string => value.replace(/\D/g, '')

/**
 * National part of a Kazakhstan phone number, its first 10 digits: `+7 701…`, `8701…`, `7701…` and
 * `701…` give `701…`.
 */
function phoneDigits(value: string): string {
  // A number pasted after the field's own "+7": the last plus wins.
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

/** How a field shows its value (maska pattern), which values it accepts and how it reads a text. */
export type MaskRule = {
  mask: string | ((value: string) => string)
  /** Signs of a text that belong to the value, however many. */
  normalise: (value: string) => string
  /** Most signs of a value: a key beyond them changes nothing. */
  room: number | ((value: string) => number)
  /** Fields on the page at once load theirs after it (`later-mask.ts`). */
  keys: 'phone' | 'digits' | Keys
}

/** How keys and pasted texts are read. */
export type Keys = {
  /** First signs of the value that the mask gives: never deleted from under the others. */
  fixed?: number
  /**
   * Returns the text before the caret after one more key, if a key means more than its character;
   * null for a rejected key.
   */
  type?: (head: string, key: string, rest: string) => string | null
  /** Returns the distinct complete values in a text. */
  whole: (text: string) => string[]
  /** Example of a complete value, shown when a paste is refused. */
  example: string
}

export const phoneMask: MaskRule = {
  mask: '+7 (###) ### ## ##',
  normalise: phoneInput,
  room: 12,
  keys: 'phone',
}
export const digitMask = (length: number): MaskRule => ({
  mask: '#'.repeat(length),
  normalise: digitInput,
  room: length,
  keys: 'digits',
})
export const iinMask = digitMask(12)
