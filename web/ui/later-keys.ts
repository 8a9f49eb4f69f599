import { findPhones } from '#domain/phones-in-text.ts'
import type { Keys, MaskRule } from './masks.ts'
import { digitInput, phoneInput } from './normalise.ts'

/**
 * The phone before the caret with one more key: a plus and the country's 7 may be typed, a trunk 8
 * and zeros before it say nothing. Null for the digit of another country behind a plus.
 */
export function typePhone(head: string, key: string, rest: string): string | null {
  if (!head && !rest && key === '+') return key
  if (!/\d/.test(key)) return head
  if (head === '+') return key === '7' ? '+7' : null
  if (head.length < 3) return /[08]/.test(key) ? head : `+7${key}`
  return rest || head.length > 11 ? head + key : phoneInput(head + key)
}

const phone: Keys = {
  fixed: 2,
  type: typePhone,
  whole: (text) => findPhones(text).map((number) => `+${number}`),
  example: '+7 (701) 123 45 67',
}

/** Digits in a row: of a text that holds more, the runs of that length. */
const digits = (length: number): Keys => ({
  whole: (text) => {
    const all = digitInput(text)
    if (all.length === length) return [all]
    return [...new Set(text.match(/\d+/g)?.filter((run) => run.length === length))]
  },
  example: length === 12 ? '850315399904' : '1234567890'.slice(0, length),
})

export function keysOf({ keys, room }: MaskRule): Keys {
  if (keys === 'phone') return phone
  return keys === 'digits' ? digits(Number(room)) : keys
}
