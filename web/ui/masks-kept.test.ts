import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberAsTyped, phoneAsTyped } from '#domain/as-typed.ts'
import { composed, pasted, put, typed } from '#tests/typing.ts'
import { ibanMask } from '../claims/way/papers.tsx'
import { plateMask, techPassportMask, vinMask } from './car-masks.ts'
import { dayMask } from './day-mask.ts'
import { keysOf } from './later-mask.ts'
import { type Masked, read } from './mask.ts'
import { digitMask, iinMask, phoneMask } from './masks.ts'
import { timeMask } from './time-field.tsx'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
/** Each kind of field with complete values, without the mask. */
const fields = [
  {
    name: 'phone',
    rule: phoneMask,
    // Codes that no number of the country has are read as its 7 before a shorter code.
    whole: fc.stringMatching(/^\+7([1-69]\d\d|7[0-6][0-9]|77[15678])\d{7}$/),
  },
  { name: 'IIN', rule: iinMask, whole: digits(12) },
  { name: 'code', rule: digitMask(4), whole: digits(4) },
  {
    name: 'plate',
    rule: plateMask,
    whole: fc.stringMatching(/^\d{3}[A-Z]{3}(0[1-9]|1\d|20)$/),
  },
  {
    name: 'technical passport',
    rule: techPassportMask,
    whole: fc.stringMatching(/^[A-Z]{2}\d{8}$/),
  },
  { name: 'VIN', rule: vinMask, whole: fc.stringMatching(/^[A-HJ-NPR-Z0-9]{17}$/) },
  {
    name: 'date',
    rule: dayMask,
    whole: fc
      .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10).split('-').reverse().join('')),
  },
  { name: 'time', rule: timeMask, whole: fc.stringMatching(/^([01]\d|2[0-3])[0-5]\d$/) },
  { name: 'account', rule: ibanMask, whole: fc.stringMatching(/^KZ\d{2}[A-Z\d]{16}$/) },
]
const shown = ({ rule }: (typeof fields)[number], clean: string): Masked => read(rule, clean)

describe.each(fields)('$name', (field) => {
  const { rule, whole } = field

  test('a key changes no whole value, wherever the caret is', () => {
    fc.assert(
      fc.property(whole, fc.constantFrom(...'0123456789ABZабя .+-'), fc.nat(), (clean, key, at) => {
        const before = shown(field, clean)
        const place = at % (before.shown.length + 1)
        const next = put(rule, before, key, [place, place])
        expect(next.shown).toBe(before.shown)
        expect(next.clean).toBe(clean)
      }),
    )
  })

  test('a paste leaves a whole value or what stood there, and says so', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(''), whole),
        fc.oneof(
          fc.string({ maxLength: 30 }),
          digits(5),
          digits(14),
          whole.map((v) => `${v}1`),
        ),
        (clean, text) => {
          const before = shown(field, clean)
          const next = pasted(rule, text, before)
          if (next.problem?.what === 'refused' || text === '') expect(next.clean).toBe(clean)
          else expect(keysOf(rule).whole(next.shown)[0]).toBe(next.clean)
        },
      ),
    )
  })

  test('a whole value is taken from a paste as it stands, among words, and over another', () => {
    fc.assert(
      fc.property(whole, whole, (clean, other) => {
        const value = shown(field, clean)
        for (const text of [value.shown, ` ${value.shown}\n`, `\u202A${value.shown}\u202C`])
          expect(pasted(rule, text, shown(field, other)).clean).toBe(clean)
      }),
    )
  })

  test('what is composed is what is typed', () => {
    fc.assert(
      fc.property(whole, fc.nat(), (clean, cut) => {
        const begun = typed(rule, clean.slice(0, cut % clean.length))
        const more = clean.slice(cut % clean.length)
        expect(composed(rule, more, begun).shown).toBe(typed(rule, more, begun).shown)
        expect(composed(rule, clean).clean).toBe(clean)
      }),
    )
  })
})

test.each([
  '+998 90 123 45 67',
  '+998   701 123 45 67',
  '0049 170 1234567',
  '8 10 996 555 123 456',
  '+1 701 123 4567',
  '+7 (701) 123 45 678',
  '998901234567',
  'no phone',
])('%s is not read as a phone of Kazakhstan', (text) => {
  const before = read(phoneMask, '+77011234567')
  const next = pasted(phoneMask, text, before)
  expect(next.problem?.what).toBe('refused')
  expect(next.shown).toBe(before.shown)
  expect(pasted(phoneMask, text).shown).toBe('')
})

test('of two numbers the first is taken, and the field says so', () => {
  const next = pasted(phoneMask, '8-777-123-45-67, 8-702-123-45-67')
  expect([next.clean, next.problem?.what]).toEqual(['+77771234567', 'several'])
})

test.each([
  '+7 701 123 45 67',
  '8 (701) 123-45-67',
  '8‐701‐123‐45‐67',
  '7011234567',
  '７７０１１２３４５６７',
  '８７０１​１２３４５６７',
  'tel:+77011234567',
  '00 7 701 123 45 67',
])('a field takes %j for the phone that every other door takes it for', (text) => {
  expect(pasted(phoneMask, text).clean).toBe(`+${phoneAsTyped(text)}`)
})
test.each([
  '850315 399904',
  'ИИН 850315-399904',
  'ЖСН: 850315399904',
  '８５０３１５３９９９０４',
  '№ 850315​399904',
])('and %j for the same number of a person', (text) => {
  expect(pasted(iinMask, text).clean).toBe(numberAsTyped(text))
})

test('what stands behind № is the number', () => {
  expect(pasted(techPassportMask, 'ТҚК № АВ-12345678').clean).toBe('AB12345678')
})

test('a foreign code is not typed behind a plus', () => {
  const next = put(phoneMask, typed(phoneMask, '+'), '9')
  expect([next.shown, next.problem]).toEqual(['+', { what: 'refused', text: '+9' }])
})

test.each(['+77771234567', '87771234567', '7771234567'])('%s is typed key by key', (keys) => {
  expect(typed(phoneMask, keys).clean).toBe('+77771234567')
})

test.each(['KZ123ABC02', 'kz 123 abc 02', 'КZ 123 АВС 02', '№ 123ABC02', 'Госномер: 123 ABC 02'])(
  '%s is the plate that stands beside the country',
  (text) => {
    expect(pasted(plateMask, text).clean).toBe('123ABC02')
  },
)
test('a country typed before a plate goes with its last digit', () => {
  expect(typed(plateMask, 'KZ123ABC02').shown).toBe('123 ABC 02')
})
