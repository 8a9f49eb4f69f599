import { lookAlikes } from './plate.ts'

/**
 * An account in Kazakhstan: `KZ`, two check digits, 16 letters or digits; checked by ISO 13616, mod
 * 97. Takes spaces and small letters.
 */
export function isIban(text: string): boolean {
  const iban = normaliseIban(text)
  if (!/^KZ\d{2}[0-9A-Z]{16}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

/** Returns its letters and digits, look-alikes as Latin, without the word before them. */
export const normaliseIban = (text: string): string =>
  Array.from(
    text
      .replaceAll(/[\s\-‐‑–:\p{Cf}]/gu, '')
      .toUpperCase()
      .replace(/^(?:IBAN|ИИК|ЖСК)/, ''),
    (letter) => lookAlikes[letter] ?? letter,
  ).join('')
