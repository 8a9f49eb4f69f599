import { normalisePlate } from './plate.ts'

export function normaliseTechPassport(text: string): string {
  return normalisePlate(text)
}

/** Certificate of registration: two letters and eight digits. */
export function isTechPassport(text: string): boolean {
  return /^[A-Z]{2}\d{8}$/.test(normaliseTechPassport(text))
}

export function normaliseLicence(text: string): string {
  return normalisePlate(text)
}

/**
 * Driver licence: `AB123456`, or an older form of 6–12 letters and digits with at least three
 * digits.
 */
export function isLicence(text: string): boolean {
  const licence = normaliseLicence(text)
  return /^[A-Z0-9]{6,12}$/.test(licence) && /\d.*\d.*\d/.test(licence)
}

/**
 * VIN: 17 characters without I, O, Q; its check digit is not reliable outside North America and is
 * not judged.
 */
export function isVin(text: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(normalisePlate(text))
}

/** A document's letters and digits alone, as registers and people write them apart or with a №. */
export const bareNumber = (number: string): string =>
  number
    .replaceAll('№', '')
    .toUpperCase()
    .replaceAll(/[^0-9A-ZА-ЯЁ]/g, '')

/** Returns whether a text can be the number of an identity document: at least four digits. */
export const isIdentityNumber = (number: string): boolean => (number.match(/\d/g) ?? []).length >= 4
