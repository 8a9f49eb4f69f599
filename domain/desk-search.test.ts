import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asked, isWhole, recognise } from './desk-search.ts'

const today = '2026-11-20'

describe('what a whole number is recognised as', () => {
  test.each([
    ['850315399904', 'iin', '850315399904'],
    ['8503 1539 9904', 'iin', '850315399904'],
    ['+7 (701) 000-00-01', 'phone', '77010000001'],
    ['8 701 000 00 01', 'phone', '77010000001'],
    ['87010000001', 'phone', '77010000001'],
    ['7010000001', 'phone', '77010000001'],
    ['900 zhk 02', 'plate', '900ZHK02'],
    // Cyrillic letters that look the same, and a hyphen.
    ['123-авс-02', 'plate', '123ABC02'],
    ['А 123 ВСЕ', 'plate', 'A123BCE'],
    ['16760031676S', 'policy', '16760031676S'],
    ['16760031676ѕ', 'policy', '16760031676S'],
    ['QG000184187', 'order', 'QG000184187'],
    ['qg000184187', 'order', 'QG000184187'],
    ['№ QG000184187', 'order', 'QG000184187'],
    // The id of an order: its number and a tail of letters in both cases.
    ['QG000184187-aB3_x-', 'order', 'QG000184187'],
    ['QH000000001', 'order', 'QH000000001'],
    ['QC00000041', 'claim', 'QC00000041'],
    // Both letters Cyrillic but the first.
    ['QС00000041', 'claim', 'QC00000041'],
    ['QGDEMO001', 'number', 'QGDEMO001'],
    ['Aliya@Example.KZ ', 'email', 'aliya@example.kz'],
    ['Қалиев Ұлан', 'name', 'қалиев ұлан'],
    ['Nur-Sultan', 'name', 'nur sultan'],
    ['кали', 'name', 'кали'],
    ['1234567890123456', 'number', '1234567890123456'],
    ['7d1f3c52-77aa-4a62-9d1e-0c5f8a5b1c11', 'number', '7d1f3c52-77aa-4a62-9d1e-0c5f8a5b1c11'],
  ] as const)('%s: %s', (text, kind, value) => {
    const found = recognise(text, today)
    expect(found).toEqual({ kind, value, left: 0, fault: null })
    expect(isWhole(found)).toBe(true)
  })
})

describe('what is still missing', () => {
  test.each([
    ['85031539', 'iin', 4],
    ['8503 1539 990', 'iin', 1],
    ['+7 701 000', 'phone', 4],
    ['8 701', 'phone', 7],
    ['900 zhk', 'plate', 2],
    ['900 Z', 'plate', 3],
    ['900 ZHK 0', 'plate', 1],
    ['QG0001', 'order', 5],
    ['QC', 'claim', 8],
  ] as const)('%s: %s, %i', (text, kind, left) => {
    const found = recognise(text, today)
    expect(found).toMatchObject({ kind, left })
    expect(isWhole(found)).toBe(false)
  })
})

test('what is pressed Enter on: digits that are no whole number of a person are one of a receipt', () => {
  expect(asked('883014', today)).toMatchObject({ kind: 'number', value: '883014' })
  expect(asked('850315399904', today)).toMatchObject({ kind: 'iin' })
  // A bank numbers its invoices freely: flagged as a mistyped IIN while typed, searched for on
  // Enter.
  expect(asked('700000883014', today)).toMatchObject({ kind: 'number', value: '700000883014' })
  expect(asked('8830', today)).toBeNull()
  expect(asked('ка', today)).toBeNull()
})

test('twelve digits with a slip are not asked about by themselves, and an organisation is no client', () => {
  expect(recognise('850315399905', today)).toMatchObject({ kind: 'iin', fault: 'iin_digit' })
  expect(recognise('050140000005', today)?.fault).toMatch(/bin|iin_digit/)
  expect(isWhole(recognise('850315399905', today))).toBe(false)
})

test.each(['', 'за', '12', '???'])('%s is not looked for', (text) => {
  expect(asked(text, today)).toBeNull()
})

test('whatever is typed, what is missing and what is wrong keep a text from being looked for', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const found = recognise(text, today)
      expect(found === null || (found.left >= 0 && found.value.length <= 20)).toBe(true)
      if (found && isWhole(found)) expect(recognise(found.value, today)?.value).toBe(found.value)
    }),
  )
})
