import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, fromTo, longDate } from './format.ts'

test.each([
  [0, '0 ₸'],
  [990, '990 ₸'],
  [36094, '36 094 ₸'],
  [1107600, '1 107 600 ₸'],
  [-2500, '−2 500 ₸'],
])('a sum of %i reads %s with no-break spaces', (sum, text) => {
  expect(formatMoney(sum)).toBe(text.replaceAll(' ', '\u00A0'))
})

test('a printed sum holds exactly the digits of the sum', () => {
  fc.assert(fc.property(fc.nat(), (sum) => Number(formatMoney(sum).replace(/\D/g, '')) === sum))
})

test('a date is written as people write it', () => {
  expect(longDate('kz', '2026-11-20').replaceAll('\u00a0', ' ')).toBe('2026 ж. 20 қараша')
  expect(longDate('ru', '2026-11-20').replaceAll('\u00a0', ' ')).toBe('20 ноября 2026 г.')
})

const whole = (text: string): string => text.replaceAll(' ', '\u00a0')
test('a line never ends inside a date of a period', () => {
  expect(fromTo('kz', '2026-12-05', '2027-12-04').split(' ')).toEqual(
    ['2026 ж. 5 желтоқсан –', '2027 ж. 4 желтоқсан'].map(whole),
  )
  expect(fromTo('ru', '2026-12-05', '2027-12-04').split(' ')).toEqual(
    ['5 декабря 2026 г. –', '4 декабря 2027 г.'].map(whole),
  )
})
