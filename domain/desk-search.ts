import type { Day } from './calendar.ts'
import { iinFault, isIin } from './iin.ts'
import { parsePhone } from './phone.ts'
import { isKnownPlate, normalisePlate } from './plate.ts'

/** What a word of the search at the desks may be the whole of. */
export const searchKinds = [
  'iin',
  'phone',
  'plate',
  'policy',
  'order',
  'claim',
  /** Some other number of ours: looked for among orders and policies as it is written. */
  'number',
] as const
export type SearchKind = (typeof searchKinds)[number]

/**
 * What a text looks like: its kind, as the database writes it, how many characters are still
 * missing (at least), and what is wrong with it when it is long enough.
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

/** Digits alone: a phone where they are spelt like one, else somebody's number. */
function digitsAlone(text: string, today: Day | undefined): Recognised | null {
  const phone = parsePhone(text)
  // Every number of Kazakhstan has 7 after the code of the country; else it is an IIN under way.
  if (phone?.startsWith('77')) return whole('phone', phone)
  const digits = text.replace(/\D/g, '')
  if (/[+()]|^8\s/.test(text.trim()))
    return digits.length < 11 ? { ...whole('phone', digits), left: 11 - digits.length } : null
  if (digits.length < 12) return { ...whole('iin', digits), left: 12 - digits.length }
  if (digits.length > 12) return null
  if (isIin(digits, today)) return whole('iin', digits)
  return { ...whole('iin', digits), fault: iinFault(digits) === 'bin' ? 'bin' : 'iin_digit' }
}

/**
 * What somebody at a desk typed, by its look alone: spaces and hyphens count for nothing, Cyrillic
 * look-alikes are Latin. Null where it is no number: words. A number is looked for whole and never
 * by its beginning, so that nobody walks through the clients.
 */
export function recognise(text: string, today?: Day): Recognised | null {
  const bare = text.trim().replace(/^[№#]\s*/, '')
  if (/^\+?[\d\s().\-‑–]{3,}$/.test(bare)) return digitsAlone(bare, today)
  const written = normalisePlate(bare)
  const own = ownNumber(written)
  if (own) return own
  if (isKnownPlate(written)) return whole('plate', written)
  const plate = unfinishedPlate(written)
  if (plate) return plate
  // As the unified database gives it: digits with a letter among them (policy-query.ts).
  if (/^\d{8,19}[A-Z]$/.test(written)) return whole('policy', written)
  return /^(?=(?:.*\d){3})[A-Z0-9]{6,20}$/.test(written) ? whole('number', written) : null
}

/** Whether a text may be looked for: recognised, whole and right. */
export const isWhole = (found: Recognised | null): found is Recognised =>
  found !== null && found.left === 0 && found.fault === null
