import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import {
  isLicence,
  isTechPassport,
  isVin,
  normaliseLicence,
  normaliseTechPassport,
} from './document-numbers.ts'
import { isPlate, normalisePlate } from './plate.ts'

test.each([
  ['123 авс 02', '123ABC02'],
  ['123abc02', '123ABC02'],
  ['А 123-ВЕК', 'A123BEK'],
  ['777 КМН 17', '777KMH17'],
])('plate %j is kept as %s', (typed, kept) => {
  spec('3.2.car-state-number')

  expect(normalisePlate(typed)).toBe(kept)
  expect(isPlate(typed)).toBe(true)
})

test.each(['123AB02', 'A123BEK', 'A123BE', '12AB02', '12ABC20', '1234AB'])(
  '%s is a plate',
  (plate) => {
    expect(isPlate(plate)).toBe(true)
  },
)

test.each(['', 'ABC', '12345678', '1A', 'A1234567890', 'AF12345678', '123ЩBC02'])(
  '%j has not the characters of a plate',
  (plate) => {
    expect(isPlate(plate)).toBe(false)
  },
)

test('whatever region, country or service a plate is of, the register decides', () => {
  const one = fc.stringMatching(/^(\d{2,3}[A-Z]{2,3}\d{2,3}|[A-Z]{1,2}\d{3,6}[A-Z]{0,3}\d{0,2})$/)
  fc.assert(
    fc.property(
      one.filter((plate) => plate.length <= 10 && !/^[A-Z]{2}\d{8}$/.test(plate)),
      (plate) => isPlate(normalisePlate(plate)),
    ),
  )
})

test('normalising twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => normalisePlate(normalisePlate(text)) === normalisePlate(text),
    ),
  )
})

test('a technical passport is two letters and eight digits, Cyrillic look-alikes read as Latin', () => {
  spec('3.2.car-tech-passport-number')

  expect(normaliseTechPassport('ав № 12345678')).toBe('AB12345678')
  expect(isTechPassport('ав 12345678')).toBe(true)
  expect(isTechPassport('AB1234567')).toBe(false)
  expect(isTechPassport('1212345678')).toBe(false)
})

test('a licence of today and older forms are taken', () => {
  spec('3.1.client-driver-licence-number')

  expect(normaliseLicence('вс 123456')).toBe('BC123456')
  expect(['BC123456', '123456789', 'AB1234567890'].map(isLicence)).toEqual([true, true, true])
  expect(['', 'AB123', 'ABCDEFGH', 'AB12345678901'].map(isLicence)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('a VIN has 17 characters and no I, O, Q', () => {
  spec('3.2.car-vin')

  expect(isVin('XTA210990Y2696785')).toBe(true)
  expect(isVin('XTA21O990Y2696785')).toBe(false)
  expect(isVin('XTA210990Y269678')).toBe(false)
})
