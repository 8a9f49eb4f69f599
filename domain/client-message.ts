import { isTechPassport, normaliseTechPassport } from './document-numbers.ts'
import { iinFault, isIin } from './iin.ts'
import { isKnownPlate, lookAlikes, normalisePlate } from './plate.ts'

/** Data of a sale in a client's message, in the order of the form. */
export type ClientMessage = {
  /** The policyholder first, then the drivers; '' if not in the message. */
  people: readonly { iin: string; phone: string }[]
  cars: readonly { plate: string; techPassport: string }[]
  email: string
  /** Long numbers that were not understood, as they are written; `fault`: key of texts/fields.ts. */
  unread: readonly { text: string; fault: 'iin_digit' | 'bin' | null }[]
}

type Kind = 'iin' | 'phone' | 'plate' | 'techPassport' | 'email'
type Found = { kind: Kind; value: string; at: number }
type Unread = ClientMessage['unread'][number] & { at: number }

/** Letters of plates and technical passports, as people type them. */
const letter = `[A-Za-z${Object.keys(lookAlikes).join('')}${Object.keys(lookAlikes).join('').toLowerCase()}]`
const apart = '[ ._·\\-‑–—]{0,3}'
const alone = { before: '(?<![\\p{L}\\p{N}])', behind: '(?![\\p{L}\\p{N}])' }

/** Texts with digits that are no data of a sale: removed first, so that no part of them counts. */
const strange = [
  /https?:\/\/\S+|www\.\S+/giu,
  // an account of a bank
  new RegExp(`${alone.before}KZ\\d{2}(?: ?[A-Z\\d]{4}){4}${alone.behind}`, 'giu'),
  // a VIN
  new RegExp(
    `${alone.before}(?=[A-Z\\d]*[A-Z])(?=[A-Z\\d]*\\d)[A-HJ-NPR-Z\\d]{17}${alone.behind}`,
    'giu',
  ),
]
const cardNumber = /(?<![\p{L}\d])(?:\d{4}[ -]?){3}\d{4}(?![ -]?\d)/gu
/** When a messenger says that something came: `[12:30, 27.11.2026] Айгүл:`, `27.11.26, 12:30 -`. */
const heads = [
  /^\s*\[[^\]\n]*\d:\d\d[^\]\n]*\][^\n:]{0,60}:(?!\d)/gmu,
  /^\s*\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d\d(?::\d\d)? [-–—] [^\n:]{0,60}:(?!\d)/gmu,
]
/** A day or an hour: no digit of it belongs to a number beside it. */
const moments = [
  /(?<![\d.])(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|1[0-2])[./](?:19|20)?\d{2}(?![\d.])/gu,
  /(?<![\d-])(?:19|20)\d{2}-\d{2}-\d{2}(?![\d-])/gu,
  /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])/gu,
]
/** The sign or the word of a sum behind it. */
const currency = /^ ?(?:₸|тг|тнг|тенге|теңге|tg|kzt|₽|руб|\$|usd)(?!\p{L})/iu
const emails = /[\p{L}\d._%+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+/giu

/** Eight digits, in the groups they are written in. */
const eight = ['8', '4 4', '2 6', '2 2 2 2', '3 3 2']
  .map((groups) => groups.replace(/\d/g, '\\d{$&}').replaceAll(' ', '[ -]'))
  .join('|')
/** Behind a word in small letters, and behind the plate, without a space too. */
const techPassports = new RegExp(
  `(?:${alone.before}|(?<=\\p{Ll})(?=\\p{Lu}{2})|(?<=\\d{3}${letter}{2,3}\\d{2}))(${letter}{2})([ #:_\\-‑–—]{0,3})(${eight})(?!\\d)`,
  'gu',
)
/** Words of two letters that may precede a number, and units that may follow one. */
const words = /^(?:от|то|на|не|со|ко|во|ее|та|те|ту|км|см|мм|кв|вт|сут|час|тут|вот|кто|нет|мес)$/u

const ordinaryPlates = new RegExp(
  `(?:${alone.before}|(?<=\\p{L}{3}))(?:KZ${apart})?(\\d{3})(${apart})(${letter}{2,3})${apart}(0[1-9]|1\\d|20)(?:${apart}KZ)?${alone.behind}`,
  'giu',
)
/** Of 1993, written apart: only in capitals, else every other sentence has one. */
const capital = `[A-Z${Object.keys(lookAlikes).join('')}]`
const oldPlates = new RegExp(
  `${alone.before}${capital}${apart}\\d{3}${apart}${capital}{2,3}${alone.behind}`,
  'gu',
)
/** Words that name a number, however it is written behind them: also without a space. */
const plateWords = '(?:гос\\.? ?|авто ?)?номер|мемнөмір|нөмірі?|грнз|гн'
const passportWords = 'тех\\.? ?паспорт|техпасспорт|куәлігі?|тп|tp|стс|сртс'
const glued = [
  new RegExp(`${alone.before}(?:${plateWords})(?=${letter}{0,2}\\d)`, 'giu'),
  new RegExp(`${alone.before}(?:${passportWords})(?=${letter}{2}[ -]?\\d)`, 'giu'),
]
const ofPlate = new RegExp(`${alone.before}(?:${plateWords})[^\\p{L}\\d\\n]{0,3}$`, 'iu')
const ofPassport = new RegExp(`${alone.before}(?:${passportWords})[^\\p{L}\\d\\n]{0,3}$`, 'iu')
/**
 * What is a plate only if it is said to be one: else it is a foreigner's without its region, or the
 * beginning of a technical passport.
 */
const unfinished = /^[A-Z]{1,2}\d{4}$/

const tokens = /(?<![\p{L}\p{N}])[\p{L}\d]+(?:-[\p{L}\d]+)*/gu

/** Runs of digits, with the signs allowed within one number. */
const digitRuns = /\+?\d+(?:[ ()./\-‑–—_]{1,3}\d+)*/gu

/**
 * Extracts the data of a sale from a message, whatever is between them: line breaks, words, emoji,
 * dates, sums. An IIN counts with its check digit, a phone as one of Kazakhstan (or with its plus),
 * a plate and a technical passport by their form, Cyrillic look-alikes as Latin letters.
 */
export function readClientMessage(message: string): ClientMessage {
  let text = message
    .replaceAll('№', ' ')
    .normalize('NFKC')
    .replace(/[\u2010\u2011\u2212]/gu, '-')
    .replace(/\p{Cf}|\u20e3|\ufe0f/gu, '')
    .replace(/[^\S\n]/gu, ' ')
  for (const word of glued) text = text.replace(word, '$& ')
  const found: Found[] = []
  const unread: Unread[] = []
  const senders: string[] = []
  /** Takes out what a form matches, leaving its length behind, so that places stay. */
  const take = (form: RegExp, belongs: (match: RegExpExecArray) => boolean): void => {
    for (const match of text.matchAll(form))
      if (belongs(match)) {
        const end = match.index + match[0].length
        text = text.slice(0, match.index) + '|'.repeat(match[0].length) + text.slice(end)
      }
  }
  const keep = (kind: Kind, value: string, at: number): true => {
    found.push({ kind, value, at })
    return true
  }

  take(emails, ({ 0: email, index }) => keep('email', email.toLowerCase(), index))
  for (const form of strange) take(form, () => true)
  take(cardNumber, ([card]) => isCard(card.replace(/\D/g, '')))
  for (const form of heads)
    take(form, ([head]) => {
      const sender = numbersIn(head.replace(/^\s*\[[^\]]*\]/u, '')).found.find(
        ({ kind }) => kind === 'phone',
      )
      if (sender) senders.push(sender.value)
      return true
    })
  for (const form of moments) take(form, () => true)
  take(techPassports, ({ 1: letters = '', 2: gap = '', 3: digits = '', index }) => {
    const value = normaliseTechPassport(letters + digits.replace(/\D/g, ''))
    const isWord = words.test(letters) && gap !== ''
    return isTechPassport(value) && !isWord && keep('techPassport', value, index)
  })
  take(ordinaryPlates, ({ 0: all, 2: gap = '', 3: letters = '', index }) => {
    const value = normalisePlate(all.replace(/_/g, ''))
    const isWord = gap !== '' && words.test(letters)
    return isKnownPlate(value) && !isWord && keep('plate', value, index)
  })
  take(oldPlates, ({ 0: all, index }) => {
    const value = normalisePlate(all.replace(/_/g, ''))
    return isKnownPlate(value) && keep('plate', value, index)
  })
  take(tokens, ({ 0: token, index }) => {
    const value = normalisePlate(token)
    const isPart = unfinished.test(value) && !ofPlate.test(text.slice(0, index))
    const isPassport = ofPassport.test(text.slice(0, index))
    return isWholePlate(token, value) && !isPart && !isPassport && keep('plate', value, index)
  })
  const numbers = numbersIn(text)
  found.push(...numbers.found)
  unread.push(...numbers.unread)

  found.sort((one, other) => one.at - other.at)
  return {
    people: peopleOf(found, senders, text),
    cars: carsOf(found),
    email: found.find(({ kind }) => kind === 'email')?.value ?? '',
    unread: unread.map(({ text: written, fault }) => ({ text: written, fault })),
  }
}

/** A token that is a plate of a rarer form; in capitals, and no year or sum with a word behind it. */
const isWholePlate = (token: string, value: string): boolean =>
  isKnownPlate(value) &&
  (/^(?:[A-Z]\d{3}[A-Z]{2,3}|\d{3}[A-Z]{2,3}\d{2})$/.test(value) ||
    (token === token.toUpperCase() &&
      !/^(?:19|20)\d{2}\D|^\D(?:19|20)\d{2}$|\d(?:TG|KZ|KM|CC)$/.test(value)))

/** The check digit of bank cards (ISO/IEC 7812-1, annex B). */
function isCard(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2))
    .reduce((total, digit) => total + digit, 0)
  return sum % 10 === 0
}

/** IINs and phones among digits, and numbers that are neither. */
function numbersIn(text: string): { found: Found[]; unread: Unread[] } {
  const found: Found[] = []
  const unread: Unread[] = []
  for (const { 0: run, index } of text.matchAll(digitRuns)) {
    const groups = Array.from(run.matchAll(/\+?\d+/g), (match) => ({
      text: match[0],
      at: match.index,
    }))
    const foreign = /^\+(?!7|87)/.test(run) ? foreignGroups(groups) : 0
    const first = groups[foreign]
    if (foreign > 0) unread.push({ text: run.slice(0, first?.at).trim(), fault: null, at: index })
    const sum = currency.test(text.slice(index + run.length))
    const parts = bestParts(run, groups.slice(foreign))
    for (const part of parts) {
      const at = index + part.at
      const isSum = sum && part === parts.at(-1)
      if (part.kind && !(isSum && part.kind === 'phone'))
        found.push({ kind: part.kind, value: part.value, at })
      else if (part.value.length >= longNumber && !isSum)
        unread.push({ text: part.value, fault: mistakeIn(part.value), at })
    }
  }
  return { found, unread }
}

/** How many groups a number of another country takes: eleven digits at least. */
function foreignGroups(groups: readonly Group[]): number {
  let digits = 0
  const end = groups.findIndex(({ text }) => {
    digits += text.replace('+', '').length
    return digits >= 11
  })
  return end < 0 ? groups.length : end + 1
}
/** Shorter ones are prices, years, numbers of houses. */
const longNumber = 9

function mistakeIn(digits: string): 'iin_digit' | 'bin' | null {
  const fault = iinFault(digits)
  return fault === 'iin' ? null : fault
}

type Group = { text: string; at: number }
type Part = { kind: 'iin' | 'phone' | null; value: string; at: number }

/** Whole groups of digits joined to numbers so that as much as possible is understood. */
function bestParts(run: string, groups: readonly Group[]): Part[] {
  const best: { score: number; parts: Part[] }[] = [{ score: 0, parts: [] }]
  groups.forEach((last, end) => {
    const { score, parts } = best[end] ?? { score: 0, parts: [] }
    let top = { score, parts: [...parts, { kind: null, value: last.text, at: last.at } as Part] }
    for (let start = end; start >= Math.max(0, end - 6); start -= 1) {
      const first = groups[start]
      const before = best[start]
      if (!first || !before) continue
      const part = numberOf(run.slice(first.at, last.at + last.text.length), first.at)
      if (!part) continue
      // The more certain and the less joined, the better.
      const worth = before.score + (part.kind === 'iin' ? 140 : 110) - (end - start)
      if (worth > top.score) top = { score: worth, parts: [...before.parts, part] }
    }
    best.push(top)
  })
  return best.at(-1)?.parts ?? []
}

function numberOf(text: string, at: number): Part | null {
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+') && !digits.startsWith('8'))
    return /^7\d{10}$/.test(digits) ? { kind: 'phone', value: digits, at } : null
  if (digits.length === 12) return isIin(digits) ? { kind: 'iin', value: digits, at } : null
  const national = /^(?:[78]|007)?(7\d{9})$/.exec(digits)?.[1]
  return national ? { kind: 'phone', value: `7${national}`, at } : null
}

/** Who signs, who drives, as a message calls them. */
const signs = /страховател|сақтанушы|saqtanushy|владел|собственник|хозяин|иесі|insurant|owner/iu
const drives = /водител|жүргізуші|жургизуши|вписать|driver|жолдас|жена|муж|сын|әйел/iu

/** Returns people in order, the signer first; a phone belongs to the person it is next to. */
function peopleOf(
  found: readonly Found[],
  senders: readonly string[],
  text: string,
): { iin: string; phone: string }[] {
  const iins = distinct(found, 'iin')
  const phones = distinct(found, 'phone')
  const [alone = senders[0] ?? ''] = phones.map(({ value }) => value)
  if (iins.length === 0) return alone ? [{ iin: '', phone: alone }] : []
  const called = ({ at }: Found): string => wordsBefore(text, at)
  const first =
    iins.find((iin) => signs.test(called(iin))) ?? iins.find((iin) => !drives.test(called(iin)))
  const signed = iins.toSorted((one, other) => Number(other === first) - Number(one === first))
  const line = ({ at }: Found): number => text.slice(0, at).split('\n').length
  const [phone] = phones
  // The only phone is the policyholder's, unless it is in another person's line.
  const owner = phone && signed.find((iin) => line(iin) === line(phone))
  const paired = pairs(iins, phones)
  const of = (iin: Found): string =>
    (phones.length === 1
      ? iin === (owner ?? signed[0])
        ? phone?.value
        : undefined
      : paired.get(iin)?.value) ?? ''
  return signed.map((iin, index) => ({
    iin: iin.value,
    phone: of(iin) || (index === 0 && phones.length === 0 ? (senders[0] ?? '') : ''),
  }))
}

/** Returns each value once, at its first place. */
const distinct = (found: readonly Found[], of: Kind): Found[] =>
  found.filter(
    ({ kind, value }, index) =>
      kind === of && found.findIndex((one) => one.kind === kind && one.value === value) === index,
  )

/**
 * Pairs values: of two lists one behind the other, the first with the first; else each with those
 * before the next one of its kind, and the kind that opens the message leads.
 */
function pairs(ones: readonly Found[], others: readonly Found[]): Map<Found, Found> {
  const paired = new Map<Found, Found>()
  const [a, b] = [ones.at(-1), others[0]]
  const [c, d] = [others.at(-1), ones[0]]
  const behind = (a && b && a.at < b.at) || (c && d && c.at < d.at)
  if (behind && ones.length === others.length) {
    for (const [index, one] of ones.entries()) {
      const other = others[index]
      if (other) paired.set(one, other)
    }
    return paired
  }
  const leads = (d?.at ?? 0) < (b?.at ?? 0)
  const [leading, following] = leads ? [ones, others] : [others, ones]
  for (const [index, lead] of leading.entries()) {
    const next = leading[index + 1]?.at ?? Number.POSITIVE_INFINITY
    const follower = following.find(({ at }) => at > lead.at && at < next)
    if (follower) paired.set(leads ? lead : follower, leads ? follower : lead)
  }
  return paired
}

/** Returns the words of the line before a place, or of the line above if it begins the line. */
function wordsBefore(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  const own = lines.at(-1) ?? ''
  const last = own.split(/[|,;]/u).at(-1) ?? ''
  if (/\p{L}/u.test(last)) return last
  return /\p{L}/u.test(own) ? own : (lines.at(-2) ?? '')
}

/** Returns cars in order; a technical passport belongs to the plate it is next to. */
function carsOf(found: readonly Found[]): { plate: string; techPassport: string }[] {
  const plates = distinct(found, 'plate')
  const passports = distinct(found, 'techPassport')
  const paired = pairs(plates, passports)
  const taken = new Set(paired.values())
  const both = plates.map((plate) => ({ at: plate.at, plate, passport: paired.get(plate) }))
  const spare = passports
    .filter((passport) => !taken.has(passport))
    .map((passport) => ({ at: passport.at, plate: undefined, passport }))
  return [...both, ...spare]
    .toSorted((one, other) => one.at - other.at)
    .map(({ plate, passport }) => ({
      plate: plate?.value ?? '',
      techPassport: passport?.value ?? '',
    }))
}

/** Counts the data of a sale in a message: one is a number, more are a message. */
export const countOf = ({ people, cars, email }: ClientMessage): number =>
  [
    ...people.flatMap(({ iin, phone }) => [iin, phone]),
    ...cars.flatMap(({ plate, techPassport }) => [plate, techPassport]),
    email,
  ].filter(Boolean).length
