import { describe, expect, test } from 'vitest'
import { Email, Phone } from '#contract/fields.ts'
import { printable } from '#documents/fonts.ts'
import { almatyDay } from '#domain/almaty.ts'
import { csvCell, csvLine, csvMark, readCsv } from '#domain/csv.ts'
import { isVin } from '#domain/document-numbers.ts'
import { isEmail } from '#domain/email.ts'
import { birthDateOf, parseBin, parseIin } from '#domain/iin.ts'
import { SIMILAR_WITH_DATE } from '#domain/kyc/kyc.ts'
import { clientName, listName, nameSimilarity } from '#domain/kyc/names.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import { composed, pasted, typed } from '#tests/typing.ts'
import { contactErrors } from '../../web/dialogs/contact-checks.ts'
import { emailProblems } from '../../web/purchase/state/wire.ts'
import { plateMask, techPassportMask, vinMask } from '../../web/ui/car-masks.ts'
import { dayMask } from '../../web/ui/day-mask.ts'
import { iinMask, phoneMask } from '../../web/ui/masks.ts'
import people from './people.json' with { type: 'json' }

// What people elsewhere typed, pasted and were called, and what became of it (`people.json`, each
// with its source). Every kind is put to the function that answers it here.

type Case = { id: string; kind: string; input: unknown; expected: unknown }
const cases: readonly Case[] = people
/** The day on which the cases were written: an IIN of a later birth is nobody's. */
const today = '2026-11-27'

const plateOf = (text: string) => (isPlate(text) ? normalisePlate(text) : null)
const parsed = (schema: typeof Phone | typeof Email, text: string) =>
  schema.safeParse(text).data ?? null
function alike(input: unknown): boolean {
  const { surname = '', name = '', patronymic = '', list } = input as Record<string, string>
  const listed = listName(list ?? '')
  const client = clientName({ surname, name, patronymic })
  return listed !== null && nameSimilarity(client, listed) >= SIMILAR_WITH_DATE
}

/** Every form that asks for an address before the server does. */
const emailFields: readonly ((email: string) => boolean)[] = [
  isEmail,
  (email) => !contactErrors({ name: 'Асель', phone: '', text: '', email }).includes('email'),
  (email) => emailProblems({ email }).length === 0,
]
/** What all of them say; a list where they differ. */
const oneAnswer = (said: boolean[]) => (new Set(said).size === 1 ? said[0] : said)

/** By kind: what the product makes of an input. */
const answers: Record<string, (text: string, one: Case) => unknown> = {
  iin(text) {
    const taken = parseIin(text, today)
    const born = taken && birthDateOf(taken)
    return taken && { taken, ...(born && { born }) }
  },
  'iin-paste': (text) => pasted(iinMask, text).clean,
  bin: parseBin,
  'phone-field': (text) => pasted(phoneMask, text).shown || null,
  'phone-typed': (text) => typed(phoneMask, text).shown,
  'phone-api': (text) => parsed(Phone, text),
  plate: plateOf,
  'plate-paste': (text) => pasted(plateMask, text).clean,
  'plate-first-page': (text) => pasted(plateMask, text).clean,
  email: (text) => oneAnswer(emailFields.map((takes) => takes(text))),
  'email-api': (text) => parsed(Email, text),
  'date-paste': (text) => pasted(dayMask, text).shown,
  'date-typed': (text) => typed(dayMask, text).shown,
  'name-match': (_, { input }) => alike(input),
  'name-paper': printable,
  ime(_, { input }) {
    const { field, composed: text } = input as Record<string, string>
    return composed(field?.startsWith('#plate') ? plateMask : techPassportMask, text ?? '').shown
  },
  vin: isVin,
  csv: (text) => readCsv(csvMark + csvLine([text]))[0]?.[0],
  time: (text) => almatyDay(new Date(text)),
}

/** Cases whose expectation is not the answer of the function of their kind, but says more. */
const special: Record<string, (text: string) => void> = {
  'vin-08': (text) => expect(pasted(vinMask, text).clean).toBe('XTA210990Y2696785'),
  'csv-01': (text) => expect(csvCell(text)).toBe(`"=""${text}"""`),
  'contact-01': () => expect(parsed(Email, 'a@b.c\u200b')).toBeNull(),
}

/** What no function alone answers, and where it is held instead; or why it is not. */
const elsewhere: Record<string, string> = {
  'vin-06':
    'The check digit is not judged: the register of cars decides (domain/document-numbers.ts).',
  // Of today's form with a slip, or of another country: our code judges their characters alone.
  ...Object.fromEntries(
    ['33', '35', '36', '39', '41', '42'].map((n) => [
      `plate-${n}`,
      'The register decides which plates exist: asked, it does not find it.',
    ]),
  ),
  'vin-07': 'A number of a frame is no VIN; such a car is found by its plate.',
  'name-paper-08': 'The fonts of the papers have Cyrillic and Latin; registers write no other.',
  'name-paper-09': 'The fonts of the papers have Cyrillic and Latin; registers write no other.',
  'name-paper-07':
    'The font of the papers has no Ǵ: printed without its mark (documents/fonts.ts).',
  'name-buys': 'A whole sale: server/ogpo, with people of the sandbox.',
  'csv-03': 'A whole export: server/reports.',
  'csv-05': 'A whole export: server/reports; the signs between cells: domain/csv.test.ts.',
  xlsx: 'A whole workbook: server/sheets.',
  ics: 'web/purchase/result/calendar.test.ts.',
  wallet: 'A signed file: server/ogpo/wallets.test.ts.',
  sms: 'The code: texts/bound-code.ts with its test; how long an SMS may be is not limited.',
  qr: 'A drawn page read by a camera; the text of the code: documents/parts.test.ts.',
  pdf: 'A rendered paper: documents/render.test.ts.',
  browser: 'A browser without scripts, or too old for ours: tests/journeys/inputs.e2e.ts.',
  'email-browser': 'The browser itself cuts blanks of an e-mail field.',
  autofill: 'Attributes of the page: tests/journeys/entry.e2e.ts.',
  ios: 'Sizes of a drawn page: tests/journeys/site.e2e.ts.',
  exif: 'domain/claim-way/claim-way.test.ts.',
  heic: 'domain/claim-way/claim-way.test.ts.',
}

describe('inputs of people', () => {
  for (const one of cases) {
    const { id, kind, input, expected } = one
    if (id in elsewhere || kind in elsewhere) continue
    test(`${id}: ${JSON.stringify(input)}`, () => {
      const text = String(input)
      const own = special[id]
      if (own) return own(text)
      const answer = answers[kind]
      if (!answer) throw new Error(`nothing answers the kind ${kind}`)
      expect(answer(text, one)).toEqual(expected)
    })
  }
})

test('what is said to be held elsewhere is a case of the table', () => {
  const known = new Set(cases.flatMap(({ id, kind }) => [id, kind]))
  expect(Object.keys({ ...elsewhere, ...special }).filter((key) => !known.has(key))).toEqual([])
})
