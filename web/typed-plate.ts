import { isTechPassport } from '#domain/document-numbers.ts'
import { isKnownPlate, isPlate } from '#domain/plate.ts'

// The number plate and the technical passport while somebody types them: the same on the first page
// and at the first stop of a purchase.

/** Letters and digits stand apart, as on the plate: `123ABC02` → `123 ABC 02`. */
export const spacedSigns = (clean: string): string => (clean.match(/[A-Z]+|\d+/g) ?? []).join(' ')

/** Region of a plate of today's form, `02`; undefined while it is not there or has none. */
export const plateRegion = (clean: string): string | undefined =>
  /^\d{3}[A-Z]{2,3}(\d\d)$/.exec(clean)?.[1]

/**
 * Where the bar before the region stands: behind three letters, behind two (an organisation), or
 * nowhere (an older plate, a motorcycle).
 */
export function plateBar(clean: string): 'three' | 'two' | 'none' {
  if (/^\d{3}[A-Z]{2}\d{1,2}$/.test(clean)) return 'two'
  return /^(\d{0,3}|\d{3}[A-Z]{1,3}\d{0,2})$/.test(clean) ? 'three' : 'none'
}

/** A whole plate of a person's car, which nothing can follow: the next field is wanted. */
export const isWholePlate = (clean: string): boolean =>
  /^\d{3}[A-Z]{3}\d\d$/.test(clean) && isKnownPlate(clean)

/** Signs that are typed for one another. */
const mistaken = ['O0', 'I1', 'Z2', 'S5', 'B8'].flatMap(([letter = '', digit = '']) => [
  [letter, digit] as const,
  [digit, letter] as const,
])
const otherSign = new Map(mistaken)

/**
 * The number that was meant, where one sign was typed for its look-alike (`846KN002` → `846KNO02`).
 * Null where none is right, or several are.
 */
export function corrected(clean: string, isRight: (text: string) => boolean): string | null {
  const found = Array.from(clean).flatMap((sign, place) => {
    const other = otherSign.get(sign)
    const meant = `${clean.slice(0, place)}${other}${clean.slice(place + 1)}`
    return other && isRight(meant) ? [meant] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/** What is wrong with a number: it was meant otherwise, lacks so many signs, or is none at all. */
export type SignsFault = { meant: string } | { missing: number } | 'wrong'

/**
 * Null for a plate of any form the register may know; one that may have been meant otherwise is
 * asked about, and goes to the register all the same.
 */
export function plateFault(clean: string): SignsFault | null {
  if (isKnownPlate(clean)) return null
  const meant = corrected(clean, isKnownPlate)
  if (meant) return { meant }
  return isPlate(clean) ? null : 'wrong'
}

/** Two letters and eight digits. */
export function passportFault(clean: string): SignsFault | null {
  if (isTechPassport(clean)) return null
  const meant = corrected(clean, isTechPassport)
  if (meant) return { meant }
  return clean && /^[A-Z]{1,2}$|^[A-Z]{2}\d{1,7}$/.test(clean)
    ? { missing: 10 - clean.length }
    : 'wrong'
}
