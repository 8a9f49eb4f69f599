import { digitInput, phoneInput } from './normalise.ts'

/** How a field shows its value (maska pattern), what fits into it and how a text is read for it. */
export type MaskRule = {
  mask: string | ((value: string) => string)
  /** Signs of a text that belong to the value, however many. */
  normalise: (value: string) => string
  /** Most signs of a value: a key beyond them changes nothing. */
  room: number | ((value: string) => number)
  /** Those of the fields that stand on a page at once come after it (`later-mask.ts`). */
  keys: 'phone' | 'digits' | Keys
}

/** How keys and pasted texts are read. */
export type Keys = {
  /** First signs of the value that the mask gives: never deleted from under the others. */
  fixed?: number
  /**
   * What stands before the caret after one more key, where a key means more than its sign; null for
   * a key that cannot stand there.
   */
  type?: (head: string, key: string, rest: string) => string | null
  /** The different whole values that stand in a text. */
  whole: (text: string) => string[]
  /** Example of a whole value, shown when a paste is refused. */
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
