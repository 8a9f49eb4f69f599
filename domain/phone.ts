import { phoneMaskMinLength } from './constants.ts'

/**
 * A phone as 11 digits `7XXXXXXXXXX`, or null. Takes `+7 701…`, `8701…`, `701…` with spaces,
 * brackets, hyphens and dots. After a plus all 11 digits are needed, so a number one digit short is
 * not read as another one.
 */
export function parsePhone(text: string): string | null {
  const trimmed = text.replace(/\p{Cf}/gu, '').trim()
  if (!/^\+?[\d\s().\-‐‑–—−]+$/.test(trimmed)) return null
  const digits = trimmed.replace(/\D/g, '')
  if (digits.length === 11 && digits.startsWith('7')) return digits
  if (trimmed.startsWith('+')) return null
  if (digits.length === 11 && digits.startsWith('8')) return `7${digits.slice(1)}`
  // No code is 770, 772, 773, 774 or 779: that 7 was the country's, and a digit is missing.
  if (digits.length === 10 && /^7(?!7[02349])/.test(digits)) return `7${digits}`
  return null
}

/**
 * A mobile number of Kazakhstan: `77\d{9}` (docs/law/ogpo-rules.md section 5) without the codes
 * 71x and 72x of land lines. Loose on purpose: new codes appear, and the register of phones decides. Takes 11
 * digits.
 */
export function isMobile(phone: string): boolean {
  return /^77[03-9]\d{8}$/.test(phone)
}

/** A phone that gets an SMS or a bill, as 11 digits, or null. */
export function parseMobile(text: string): string | null {
  const phone = parsePhone(text)
  return phone && isMobile(phone) ? phone : null
}

/**
 * Formats `+7 (701) 123 45 67`, the mask of spec section 9 with its plus; no-break spaces keep it
 * on one line everywhere.
 */
export function formatPhone(phone: string): string {
  const parts = [phone.slice(1, 4), phone.slice(4, 7), phone.slice(7, 9), phone.slice(9, 11)]
  return `+7 (${parts[0]}) ${parts.slice(1).join(' ')}`.replaceAll(' ', '\u00a0')
}

/** Returns whether a field with the mask is filled in: the plus before the mask does not count. */
export const fillsPhoneMask = (shown: string): boolean =>
  shown.replace(/^\+/, '').length >= phoneMaskMinLength

/** `+7 (701) ••• •• 67`. */
export function maskPhone(phone: string): string {
  return `+7 (${phone.slice(1, 4)}) ••• •• ${phone.slice(9, 11)}`
}
