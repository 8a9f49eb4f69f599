import { type Day, dayOf, numericDay } from './calendar.ts'

/**
 * Century by the seventh digit (docs/law/ogpo-rules.md section 5): odd male, even female; 0 is
 * given to some foreigners and gives no century.
 */
const centuries: Record<string, number> = {
  '1': 1800,
  '2': 1800,
  '3': 1900,
  '4': 1900,
  '5': 2000,
  '6': 2000,
}

/**
 * Returns the 12 digits of an individual number, or null. Drops spaces; the check digit and the
 * date of birth must be right, and the date not after `today` if given.
 */
export function parseIin(text: string, today?: Day): string | null {
  const digits = text.replace(/\s/g, '')
  if (!/^\d{12}$/.test(digits) || !hasCheckDigit(digits)) return null
  if (digits[6] === '0') return isDateInSomeCentury(digits) ? digits : null
  const born = birthDateOf(digits)
  if (born === null || (today !== undefined && born > today)) return null
  return digits
}

export function isIin(text: string, today?: Day): boolean {
  return parseIin(text, today) !== null
}

/** The last digits of a number, enough to tell one's own clients apart. */
export const isIinEnd = (text: string): boolean => /^\d{4,11}$/.test(text)

/**
 * Returns why this is no person's number, by the key of its text: not 12 digits, an organisation's,
 * or 12 digits of which one was mistyped (check digit or date of birth). Null for a right one.
 */
export function iinFault(text: string): 'iin' | 'bin' | 'iin_digit' | null {
  if (isIin(text)) return null
  if (isBin(text)) return 'bin'
  return /^\d{12}$/.test(text.replace(/\s/g, '')) ? 'iin_digit' : 'iin'
}

/**
 * The 12 digits of a business number, or null: `YYMM`, fifth digit 4–6, sixth 0–3, the same check
 * digit.
 */
export function parseBin(text: string): string | null {
  const digits = text.replace(/\s/g, '')
  return /^\d{2}(0[1-9]|1[0-2])[456][0-3]\d{6}$/.test(digits) && hasCheckDigit(digits)
    ? digits
    : null
}

export function isBin(text: string): boolean {
  return parseBin(text) !== null
}

/** Date of birth written in the number; null when the seventh digit does not tell the century. */
export function birthDateOf(iin: string): Day | null {
  const century = centuries[iin[6] ?? '']
  if (century === undefined) return null
  return dayOf(century + Number(iin.slice(0, 2)), Number(iin.slice(2, 4)), Number(iin.slice(4, 6)))
}

/** Returns the person's sex; null if the seventh digit does not give it. */
export const sexOf = (iin: string): 'M' | 'F' | null =>
  centuries[iin[6] ?? ''] === undefined ? null : Number(iin[6]) % 2 === 1 ? 'M' : 'F'

/**
 * Returns whether a person born on that day can have this number: compares at least its six digits.
 */
export const isBornOn = (iin: string, day: Day): boolean =>
  (birthDateOf(iin) ?? day) === day && day.replaceAll('-', '').slice(2) === iin.slice(0, 6)

/** `8503••••9904`: enough to recognise one's own, not enough to use. */
export function maskIin(iin: string): string {
  return `${iin.slice(0, 4)}••••${iin.slice(-4)}`
}

/** `••.03.1985`: as much of a birth date as the masked IIN shows. */
export const maskBirth = (day: Day): string => `••.${numericDay(day).slice(3)}`

/** The twelfth digit for the first eleven; null when such a number is never issued. */
export function checkDigitOf(first11: string): number | null {
  const first = weighted(first11, 1)
  if (first < 10) return first
  const second = weighted(first11, 3)
  return second < 10 ? second : null
}

const hasCheckDigit = (digits: string): boolean =>
  checkDigitOf(digits.slice(0, 11)) === Number(digits[11])

/** Weights 1…11, or 3…11, 1, 2 on the second pass. */
const weighted = (digits: string, from: number): number =>
  Array.from(digits).reduce(
    (sum, digit, i) => sum + Number(digit) * (((i + from - 1) % 11) + 1),
    0,
  ) % 11

function isDateInSomeCentury(digits: string): boolean {
  const [yy, mm, dd] = [
    Number(digits.slice(0, 2)),
    Number(digits.slice(2, 4)),
    Number(digits.slice(4, 6)),
  ]
  return dayOf(1900 + yy, mm, dd) !== null || dayOf(2000 + yy, mm, dd) !== null
}
