import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { plateMask, vinMask } from './car-masks.ts'
import { latinInput, vinInput } from './latin.ts'
import { masked } from './masked-field.tsx'
import { digitMask, iinMask, phoneInput, phoneMask } from './masks.ts'

describe('phone', () => {
  test.each([
    '+7 701 123 45 67',
    '+77011234567',
    '8701 123 45 67',
    '87011234567',
    '7011234567',
    '701 123-45-67',
    '77011234567',
    '007 701 123 45 67',
    '8 (701) 123-45-67',
    '+7 (701) 123 45 67',
    '+7 +7 701 123 45 67',
    '+7 87011234567',
    'тел.: 8 701 123 45 67',
  ])('%s is +7 (701) 123 45 67', (pasted) => {
    spec('9.phone-mask')

    expect(masked(phoneMask, pasted)).toBe('+7 (701) 123 45 67')
  })

  test.each(['87011234567', '77011234567', '7011234567', '+77011234567'])(
    '%s typed one digit after another gives the same number',
    (typed) => {
      expect(typed.split('').reduce((shown, digit) => masked(phoneMask, shown + digit), '')).toBe(
        '+7 (701) 123 45 67',
      )
    },
  )

  test('an emptied field is empty and does not hold a country code', () => {
    expect(masked(phoneMask, '')).toBe('')
    expect(masked(phoneMask, '+7 (')).toBe('')
  })

  test('any number of Kazakhstan is the same number after every usual spelling, and after being read again', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^7\d{9}$/),
        fc.constantFrom('', '8', '7', '+7', '+7 ', '8 '),
        (national, prefix) => {
          const once = phoneInput(prefix + national)
          expect(once).toBe(`+7${national}`)
          expect(phoneInput(masked(phoneMask, once))).toBe(once)
        },
      ),
    )
  })
})

describe('state number', () => {
  test.each([
    ['123abc02', '123 ABC 02'],
    ['123 АВС 02', '123 ABC 02'],
    ['777кк01', '777 KK 01'],
    ['a123bcd', 'A 123 BCD'],
    ['1234ab', '1234 AB'],
    ['12ав02', '12 AB 02'],
  ])('%s shows %s', (typed, shown) => {
    spec('5.input-masks')

    expect(masked(plateMask, typed)).toBe(shown)
  })

  test('letters of any Cyrillic keyboard become Latin', () => {
    expect(latinInput('абвгдеёжзийклмнопрстуфхцшщыэюяәғқңөұүһі')).toMatch(/^[A-Z]+$/)
  })

  test('what was cleaned once stays as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(masked(plateMask, masked(plateMask, text))).toBe(masked(plateMask, text))
      }),
    )
  })
})

describe('other masks', () => {
  test('an IIN keeps its 12 digits out of whatever was pasted', () => {
    spec('5.login-iin-exactly-12')

    expect(masked(iinMask, 'ЖСН: 900101 100014, көшірме')).toBe('900101100014')
  })

  test('a VIN has no I, O and Q', () => {
    expect(vinInput('jtdоq1i23')).toBe('JTD001123')
    expect(masked(vinMask, 'WVWZZZ1KZAW000001extra')).toBe('WVWZZZ1KZAW000001')
  })

  test('a code stops at its length', () => {
    spec('5.pin-4-digits-digits')

    expect(masked(digitMask(4), '12 34 56')).toBe('1234')
  })
})
