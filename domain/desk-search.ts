import { phoneAsTyped } from './as-typed.ts'
import type { Day } from './calendar.ts'
import { iinFault, isIin } from './iin.ts'
import { isKnownPlate, normalisePlate } from './plate.ts'
import { plateLetters } from './plate-letters.ts'

/** Kinds of a value typed into the desks' search. */
export const searchKinds = [
  'iin',
  'phone',
  'plate',
  'policy',
  'order',
  'claim',
  /** Some other number: of a payment, a bank's invoice, a receipt, looked for as it is written. */
  'number',
  'email',
  /** Words of letters alone: a name, from three letters. */
  'name',
] as const
export type SearchKind = (typeof searchKinds)[number]

/**
 * How a text is recognised: its kind, its value as the database has it, how many characters are
 * still missing (at least), and its fault if it is long enough.
 */
export type Recognised = {
  kind: SearchKind
  value: string
  left: number
  fault: 'iin_digit' | 'bin' | null
}

const whole = (kind: SearchKind, value: string): Recognised => ({
  kind,
  value,
  left: 0,
  fault: null,
})

/** Our own numbers: the letters, the digits after them (server: sequences of each). */
const ownNumbers = [
  { letters: 'QG', digits: 9, kind: 'order' },
  { letters: 'QH', digits: 9, kind: 'order' },
  { letters: 'QC', digits: 8, kind: 'claim' },
] as const

/** A number that begins as ours do; an order's may go on with the tail of its id. */
function ownNumber(text: string): Recognised | null {
  const own = ownNumbers.find(({ letters }) => text.startsWith(letters))
  const digits = own && /^\d*/.exec(text.slice(2))?.[0]
  if (!own || digits === undefined) return null
  if (digits.length >= own.digits) return whole(own.kind, text.slice(0, 2 + own.digits))
  // Letters among the digits: no number of a sequence, yet perhaps one of ours.
  if (text.length > 2 + digits.length) return null
  return { ...whole(own.kind, text), left: own.digits - digits.length }
}

/** A plate as they are since 2012, without its end: three digits, letters, the region. */
function unfinishedPlate(text: string): Recognised | null {
  const found = /^\d{3}([A-Z]{1,3})(\d?)$/.exec(text)
  if (!found) return null
  const [, letters = '', region = ''] = found
  return { ...whole('plate', text), left: Math.max(0, 2 - letters.length) + 2 - region.length }
}

/** Recognises digits alone: a phone if written like one, else a person's number. */
function digitsAlone(text: string, today: Day | undefined): Recognised | null {
  const phone = phoneAsTyped(text)
  // Every number of Kazakhstan has 7 after the code of the country; else it is an IIN under way.
  if (phone?.startsWith('77')) return whole('phone', phone)
  const digits = text.replace(/\D/g, '')
  if (/[+()]|^8\s/.test(text.trim()))
    return digits.length < 11 ? { ...whole('phone', digits), left: 11 - digits.length } : null
  if (digits.length < 12) return { ...whole('iin', digits), left: 12 - digits.length }
  if (digits.length > 12) return whole('number', digits)
  if (isIin(digits, today)) return whole('iin', digits)
  return { ...whole('iin', digits), fault: iinFault(digits) === 'bin' ? 'bin' : 'iin_digit' }
}

/** Letters of a name that are enough for a search. */
const nameLetters = 3
const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
/** Ids of payments and refunds as stored: letters of both cases, digits, hyphens. */
const idForm = /^(?=(?:.*\d){3})[\w-]{6,60}$/

/** A name: letters alone, a word of three at least. */
function asName(text: string): Recognised | null {
  if (!/^[\p{L}\p{M}'’ʼ‘`‐‑\-\s.,]+$/u.test(text)) return null
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const longest = Math.max(0, ...words.map(({ length }) => length))
  if (longest === 0) return null
  const value = words.join(' ')
  return { ...whole('name', value), left: Math.max(0, nameLetters - longest) }
}

/** A word before a number that names its kind. */
const named = /^(?:иин|жсн|iin|тел(?:ефон)?|моб|phone|бин|бсн)[.:№\s]*(?=[+\d(])/iu

/**
 * Recognises text typed at a desk by its form alone: ignores spaces and hyphens, reads Cyrillic
 * look-alikes as Latin. Null if unknown. A number is searched for whole and never by its beginning,
 * so that staff cannot browse the clients; a name from three letters.
 */
export function recognise(text: string, today?: Day): Recognised | null {
  const bare = text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(named, '')
    .replace(/^[№#]\s*/, '')
  if (/^\+?[\d\s().\-‐‑–—−]{3,}$/.test(bare)) return digitsAlone(bare, today)
  if (emailForm.test(bare)) return whole('email', bare.toLowerCase())
  const written = normalisePlate(plateLetters(bare))
  const own = /\d/.test(written) || /^Q[GHC]$/.test(written) ? ownNumber(written) : null
  if (own) return own
  if (isKnownPlate(written)) return whole('plate', written)
  const plate = unfinishedPlate(written)
  if (plate) return plate
  // As the unified database gives it: digits with a letter among them (policy-query.ts).
  if (/^\d{8,19}[A-Z]$/.test(written)) return whole('policy', written)
  if (/^(?=(?:.*\d){3})[A-Z0-9]{6,20}$/.test(written)) return whole('number', written)
  return idForm.test(bare) ? whole('number', bare) : asName(bare)
}

/** Returns whether a text may be searched for: recognised, whole and right. */
export const isWhole = (found: Recognised | null): found is Recognised =>
  found !== null && found.left === 0 && found.fault === null

/** Fewer digits are no number of a receipt or an invoice. */
const numberDigits = 5

/**
 * Returns what Enter searches for: whole values; also digits that are no person's whole number,
 * twelve mistyped ones too, as the number of a receipt or an invoice. Null if there is too little
 * to search for.
 */
export function asked(text: string, today?: Day): Recognised | null {
  const found: Recognised | null = recognise(text, today)
  if (found === null || isWhole(found)) return found
  const { kind }: Recognised = found
  const digits = text.replace(/\D/g, '')
  return (kind === 'iin' || kind === 'phone') && digits.length >= numberDigits
    ? whole('number', digits)
    : null
}
